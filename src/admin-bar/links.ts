import { DASHICONS } from '../shared/server-facts.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { _x, sprintf } from '../ui/i18n.ts';
import type { Description } from '../live/labels/summary.ts';
import { buttonOf } from '../live/labels/action.ts';
import { countdownOf } from '../live/due-time.ts';
import { fillTextByMinute } from '../live/labels/timed-text.ts';
import type { BarCommand } from './run-buttons.ts';

/** Ids and classes that `Admin\Admin_Bar` and `Admin\Dashboard_Widget` print. */
const BAR = 'wp-admin-bar-headless-deploy';

/** Hides an item; the styles of the bar override the attribute `hidden`. */
const HIDDEN_CLASS = 'headless-deploy-hidden';

/** The command of each item of the admin bar. */
const ITEMS: readonly ( readonly [ BarCommand, string ] )[] = [
	[ 'rebuild', 'rebuild' ],
	[ 'cancel', 'cancel' ],
	[ 'refresh', 'refresh' ],
	[ 'purgeCache', 'purge' ],
];

/** A button or an item that sends a command. */
export interface Trigger {
	element: HTMLElement;
	command: BarCommand;
}

function barItem( name: string, id: string ): HTMLElement | null {
	return document.querySelector( `#${ BAR }-${ name }-${ id } > .ab-item` );
}

function widgetRow( id: string ): HTMLElement | null {
	return document.querySelector( `[data-headless-deploy="${ id }"]` );
}

/** Finds the buttons and items of an environment. */
export function triggersOf( id: string ): Trigger[] {
	const button = widgetRow( id )?.querySelector< HTMLElement >(
		'[data-headless-deploy-action]'
	);
	return [
		...ITEMS.map( ( [ command, name ] ) => ( {
			command,
			element: barItem( name, id ),
		} ) ),
		{ command: 'rebuild' as const, element: button ?? null },
	].filter( ( found ): found is Trigger => found.element !== null );
}

/** Sets a text, unless it is unchanged: a screen reader may be reading it. */
function write( element: Element | null | undefined, text: string ): void {
	if ( element && element.textContent !== text ) {
		element.textContent = text;
	}
}

function showIcon( row: HTMLElement | null, symbol: string, iconName: string ) {
	const icon = row?.querySelector( '.headless-deploy-icon' );
	const className = `dashicons dashicons-${ iconName } headless-deploy-icon headless-deploy-icon--${ symbol }`;
	if ( icon && icon.className !== className ) {
		icon.className = className;
	}
}

/** What is shown of an environment. */
export interface Shown {
	description: Description;
	/** Whether a request is in flight. */
	busy: boolean;
	/** The server's time. */
	nowMs: number;
	timeZone: string;
}

/**
 * Shows or hides the item Cancel. If a hidden item had the focus, the focus moves to the status, which shows the
 * result.
 */
function showCancel( environment: EnvironmentStatus ): void {
	const { id } = environment;
	const item = barItem( 'cancel', id );
	const label = countdownOf( environment )?.cancelLabel ?? '';
	const hadFocus = item !== null && item === item.ownerDocument.activeElement;
	item?.parentElement?.classList.toggle( HIDDEN_CLASS, label === '' );
	if ( label !== '' ) {
		write( item, label );
	} else if ( hadFocus ) {
		barItem( 'state', id )?.focus();
	}
}

function showButtons( environment: EnvironmentStatus, busy: boolean ): void {
	for ( const { element, command } of triggersOf( environment.id ) ) {
		element.setAttribute( 'aria-disabled', busy ? 'true' : 'false' );
		if ( command !== 'cancel' ) {
			const label = buttonOf( environment, command )?.label ?? '';
			write( element, label );
			if ( element.hasAttribute( 'aria-label' ) ) {
				element.setAttribute(
					'aria-label',
					`${ label }: ${ environment.label }`
				);
			}
		}
	}
	showCancel( environment );
}

/** Shows the status of an environment in the admin bar and in the widget. */
export function showEnvironment(
	environment: EnvironmentStatus,
	{ description, busy, nowMs, timeZone }: Shown
): void {
	const { id, lastRunText, remedy } = environment;
	const row = widgetRow( id );
	const { headline, symbol } = description;
	for ( const place of [ barItem( 'state', id ), row ] ) {
		write( place?.querySelector( '.headless-deploy-headline' ), headline );
	}
	showIcon( row, symbol, DASHICONS[ symbol ] );
	write(
		row?.querySelector( '.headless-deploy-widget__last' ),
		fillTextByMinute( lastRunText, nowMs, timeZone )
	);
	write( row?.querySelector( '.headless-deploy-widget__remedy' ), remedy );
	showButtons( environment, busy );
}

/** Hides the items of environments that were removed since the page was printed, and the menu when none is left. */
export function hideRemoved(
	environments: readonly EnvironmentStatus[]
): void {
	const prefix = `${ BAR }-environment-`;
	for ( const group of document.querySelectorAll( `[id^="${ prefix }"]` ) ) {
		const id = group.id.slice( prefix.length );
		group.classList.toggle(
			HIDDEN_CLASS,
			! environments.some( ( one ) => one.id === id )
		);
	}
	document
		.getElementById( BAR )
		?.classList.toggle( HIDDEN_CLASS, environments.length === 0 );
}

/** Shows the most urgent status in the label of the admin bar. */
export function showLabel(
	environment: EnvironmentStatus,
	description: Description
): void {
	const bar = document.getElementById( BAR );
	write(
		bar?.querySelector( '.ab-label' ),
		sprintf(
			/* translators: 1: name of an environment, 2: its status, for example “Rebuild in 10 s” or “Paused: this is a copy”. */
			_x( '%1$s · %2$s', 'environment and status', 'headless-deploy' ),
			environment.label,
			description.headline
		)
	);
	const icon = [ ...( bar?.classList ?? [] ) ].find( ( name ) =>
		name.startsWith( 'headless-deploy-bar--' )
	);
	const className = `headless-deploy-bar--${ description.symbol }`;
	if ( icon !== undefined && icon !== className ) {
		bar?.classList.replace( icon, className );
	}
}
