import { screen, within } from '@testing-library/react';
import type { RestError } from '../../../src/shared/errors.ts';
import type {
	EnvironmentInput,
	EnvironmentSettings,
	Schedule,
	Settings,
} from '../../../src/shared/wire.ts';
import { aStatus, allSettings } from '../fixtures.ts';
import { notices, openPanel } from '../panel-page.tsx';
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

/** Opens the screen Automation. */
export function open(
	server: FakeServer,
	settings: Settings = allSettings(),
	timeZone = 'Europe/Stockholm'
) {
	server.on( 'GET', '/settings', () => settings );
	return openPanel( {
		tab: 'automation',
		status: aStatus(),
		settings,
		boot: { timeZone },
	} );
}

/** Makes the server save what is sent for an environment. */
export function saveEnvironment(
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

/** The server’s error for a write on an old version. */
export const CONFLICT: RestError = {
	code: 'headless_deploy_edit_conflict',
	message:
		'Not saved. Another user changed “Production” while you were editing.',
	data: { status: 412 },
};

/** The server’s error for a write on an old version, with the newer one in its data. */
export function conflictWith(
	data: NonNullable< RestError[ 'data' ] >
): RestError {
	return { ...CONFLICT, data: { status: 412, ...data } };
}

/** The differences that a conflict shows. */
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

/** Finds the radio button of an action of a change source. */
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

/** The texts of the snackbars. */
export function noticeTexts(): string[] {
	return notices().map( ( { content } ) => content );
}
