import type { Action } from '../shared/actions.ts';
import type { Delivery, EnvironmentStatus } from '../shared/wire.ts';
import { __, sprintf } from '../admin/i18n.ts';
import { actionLabel, nowLabel } from '../admin/words/action.ts';
import type { Description } from '../admin/words/description.ts';
import { timeAgo } from '../admin/words/time.ts';
import { endsWaiting } from './presses.ts';

/** What PHP printed: `Admin\Admin_Bar` and `Admin\Dashboard_Widget`. */
const BAR = 'wp-admin-bar-headless-deploy';

/** Which items of the admin bar send which action. */
const ITEMS: Partial< Record< Action, string > > = {
	rebuild: 'rebuild',
	purgeCache: 'purge',
};

const DASHICONS: Record< Description[ 'symbol' ], string > = {
	good: 'yes-alt',
	bad: 'warning',
	warning: 'update',
	paused: 'controls-pause',
	scheduled: 'clock',
	held: 'marker',
	accepted: 'yes',
	canceled: 'no-alt',
	busy: 'update',
};

/** A button or an item that sends something. */
export interface Trigger {
	element: HTMLElement;
	action: Action;
}

function widgetRow( id: string ): HTMLElement | null {
	return document.querySelector( `[data-headless-deploy="${ id }"]` );
}

/**
 * Finds all that can be pressed for an environment.
 *
 * @param id Id of the environment.
 */
export function triggersOf( id: string ): Trigger[] {
	const items = ( Object.entries( ITEMS ) as [ Action, string ][] ).map(
		( [ action, name ] ) => ( {
			action,
			element: document.querySelector< HTMLElement >(
				`#${ BAR }-${ name }-${ id } > .ab-item`
			),
		} )
	);
	const button = widgetRow( id )?.querySelector< HTMLElement >(
		'[data-headless-deploy-press]'
	);
	return [
		...items,
		{ action: 'rebuild' as const, element: button ?? null },
	].filter( ( found ): found is Trigger => found.element !== null );
}

/**
 * Writes words, unless they stand there already: a screen reader may be reading them.
 * @param element
 * @param text
 */
function write( element: Element | null | undefined, text: string ): void {
	if ( element && element.textContent !== text ) {
		element.textContent = text;
	}
}

function showSign( row: HTMLElement | null, symbol: string, icon: string ) {
	const sign = row?.querySelector( '.headless-deploy-sign' );
	const className = `dashicons dashicons-${ icon } headless-deploy-sign headless-deploy-sign--${ symbol }`;
	if ( sign && sign.className !== className ) {
		sign.className = className;
	}
}

function lastRun( last: Delivery, nowMs: number, timeZone: string ): string {
	return sprintf(
		/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “4 min ago”. */
		__( 'Last run: %1$s, %2$s', 'headless-deploy' ),
		actionLabel( last.action ),
		timeAgo( last.finishedAt ?? last.createdAt, nowMs, timeZone )
	);
}

/** What is shown of an environment. */
export interface Shown {
	description: Description;
	/** Whether a press is being answered. */
	busy: boolean;
	/** The server's time. */
	nowMs: number;
	timeZone: string;
}

/**
 * Shows the state of an environment wherever this page has a place for it.
 *
 * @param environment       The environment.
 * @param shown             What is shown of it.
 * @param shown.description
 * @param shown.busy
 * @param shown.nowMs
 * @param shown.timeZone
 */
export function showEnvironment(
	environment: EnvironmentStatus,
	{ description, busy, nowMs, timeZone }: Shown
): void {
	const { id, label, last } = environment;
	const row = widgetRow( id );
	const { headline, symbol } = description;
	write(
		document.querySelector(
			`#${ BAR }-state-${ id } .headless-deploy-headline`
		),
		headline
	);
	write( row?.querySelector( '.headless-deploy-headline' ), headline );
	showSign( row, symbol, DASHICONS[ symbol ] );
	if ( last !== null ) {
		write(
			row?.querySelector( '.headless-deploy-widget__last' ),
			lastRun( last, nowMs, timeZone )
		);
	}
	for ( const { element, action } of triggersOf( id ) ) {
		const words = endsWaiting( environment, action )
			? nowLabel( action )
			: actionLabel( action );
		write( element, words );
		element.setAttribute( 'aria-disabled', busy ? 'true' : 'false' );
		if ( element.hasAttribute( 'aria-label' ) ) {
			element.setAttribute( 'aria-label', `${ words }: ${ label }` );
		}
	}
}

/**
 * Shows the most urgent state in the admin bar itself.
 *
 * @param environment The most urgent environment.
 * @param description The same in words.
 */
export function showLabel(
	environment: EnvironmentStatus,
	description: Description
): void {
	const bar = document.getElementById( BAR );
	write(
		bar?.querySelector( '.ab-label' ),
		sprintf(
			/* translators: 1: name of an environment, 2: its state, for example “Rebuild in 10 s”. */
			__( '%1$s: %2$s', 'headless-deploy' ),
			environment.label,
			description.headline
		)
	);
	const sign = [ ...( bar?.classList ?? [] ) ].find( ( name ) =>
		name.startsWith( 'headless-deploy-bar--' )
	);
	const wanted = `headless-deploy-bar--${ description.symbol }`;
	if ( sign !== undefined && sign !== wanted ) {
		bar?.classList.replace( sign, wanted );
	}
}
