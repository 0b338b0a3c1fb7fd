import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { Automation } from '../../../src/panel/automation/automation.tsx';
import { StatusStore } from '../../../src/panel/live/status-store.ts';
import { Panel } from '../../../src/panel/panel.tsx';
import type { RestError } from '../../../src/shared/errors.ts';
import type {
	EnvironmentInput,
	EnvironmentSettings,
	Schedule,
	Settings,
} from '../../../src/shared/wire.ts';
import { aStatus, allSettings, someBoot } from '../fixtures.ts';
import type { FakeServer } from '../server.ts';

export function aSchedule( over: Partial< Schedule > = {} ): Schedule {
	return {
		id: 'nightly',
		label: 'Nightly',
		environment: 'production',
		action: 'cleanRebuild',
		frequency: 'daily',
		weekday: null,
		day: null,
		time: '03:00',
		nextRunAt: '2026-11-22T02:00:00.000Z',
		lastRun: null,
		etag: 's1',
		lastSaved: null,
		...over,
	};
}

/**
 * Opens the screen Automation.
 *
 * @param server   Answers; its `GET /settings` is set to the same.
 * @param settings What the page comes with.
 * @param timeZone As the site has it.
 */
export async function open(
	server: FakeServer,
	settings: Settings = allSettings(),
	timeZone = 'Europe/Stockholm'
) {
	server.on( 'GET', '/settings', () => settings );
	const boot = someBoot( {
		tab: 'automation',
		timeZone,
		preload: { status: aStatus(), settings },
	} );
	const store = new StatusStore( aStatus(), {
		movingMs: null,
		idleMs: null,
	} );
	await act( async () => {
		render(
			<Panel boot={ boot } store={ store }>
				<Automation boot={ boot } store={ store } />
			</Panel>
		);
	} );
	return userEvent.setup();
}

/**
 * Has the server take what is sent for an environment, as the real one does.
 */
export function takeEnvironment(
	server: FakeServer,
	stored: EnvironmentSettings
) {
	let version = 1;
	server.on( 'PUT', '/settings/environments/', ( { data } ) => {
		const { automation = {} } = data as EnvironmentInput;
		const policy = { ...stored.automation.policy, ...automation.policy };
		version += 1;
		stored = {
			...stored,
			etag: `v${ version }`,
			automation: { ...stored.automation, ...automation, policy },
		};
		return stored;
	} );
}

/** What the server refuses a write on an old version with. */
export const CONFLICT: RestError = {
	code: 'headless_deploy_changed_meanwhile',
	message:
		'Not saved. Another user changed “Production” while you were editing.',
	data: { status: 412 },
};

/**
 * Refuses a write on an old version, and shows the fresh one.
 *
 * @param data The fresh version, by its name.
 */
export function conflictWith(
	data: NonNullable< RestError[ 'data' ] >
): RestError {
	return { ...CONFLICT, data: { status: 412, ...data } };
}

/** What a conflict says that somebody else has changed. */
export function differences(): string[] {
	const lines = document.querySelectorAll(
		'.headless-deploy-differences li'
	);
	return [ ...lines ].map( ( { textContent } ) => textContent ?? '' );
}

/** Finds a card by its heading. */
export function card( title: string ) {
	return within( screen.getByRole( 'form', { name: title } ) );
}

/**
 * Finds one choice of a source.
 *
 * @param source Name of the source.
 * @param action Name of the action.
 */
export function choice( source: string, action: string ): HTMLInputElement {
	return within( screen.getByRole( 'group', { name: source } ) ).getByRole(
		'radio',
		{ name: action }
	);
}

/** Tells whether the browser would ask before the page is left. */
export function asksBeforeLeaving(): boolean {
	const event = new Event( 'beforeunload', { cancelable: true } );
	window.dispatchEvent( event );
	return event.defaultPrevented;
}

/** What was said by snackbars. */
export function said(): string[] {
	return select( noticesStore )
		.getNotices()
		.map( ( { content } ) => content );
}

/** Takes away what was said. */
export function forgetSaid(): void {
	select( noticesStore )
		.getNotices()
		.forEach( ( { id } ) => dispatch( noticesStore ).removeNotice( id ) );
}
