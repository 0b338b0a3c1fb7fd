import { act, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { onTestFinished, vi } from 'vitest';
import { Activity } from '../../src/panel/activity/activity.tsx';
import { Automation } from '../../src/panel/automation/automation.tsx';
import { Connections } from '../../src/panel/connections/connections.tsx';
import { StatusStore } from '../../src/live/status-store.ts';
import type { ScreenProps } from '../../src/panel/mount-screen.tsx';
import { Overview } from '../../src/panel/overview/overview.tsx';
import { Panel } from '../../src/panel/panel.tsx';
import type { BootData } from '../../src/shared/boot.ts';
import type { Settings, Status } from '../../src/shared/wire.ts';
import { aStatus, someBoot } from './fixtures.ts';

function Screen( props: ScreenProps ) {
	const replacing =
		new URL( window.location.href ).searchParams.get( 'replace' ) ?? '';
	switch ( props.boot.tab ) {
		case 'activity':
			return <Activity { ...props } />;
		case 'automation':
			return <Automation { ...props } />;
		case 'connections':
			return <Connections { ...props } replacedId={ replacing } />;
		default:
			return <Overview { ...props } />;
	}
}

/** What a page load of a tab comes with. */
interface PageLoad {
	tab?: BootData[ 'tab' ];
	/** Null if it could not be preloaded. */
	status: Status | null;
	settings?: Settings | null;
	boot?: Partial< BootData >;
	/** Milliseconds between two requests for the status while no run is active. By default none is requested. */
	pollMs?: number;
}

/** Advances the fake timers. */
export async function advance( ms = 0 ): Promise< void > {
	await act( async () => {
		await vi.advanceTimersByTimeAsync( ms );
	} );
}

/** The notices and snackbars that are shown. */
export function notices() {
	return select( noticesStore ).getNotices();
}

export function clearNotices(): void {
	for ( const { id } of notices() ) {
		void dispatch( noticesStore ).removeNotice( id );
	}
}

/** A user whose delays pass with the fake timers, where a test uses them. */
export function setupUser(): UserEvent {
	return vi.isFakeTimers()
		? userEvent.setup( {
				advanceTimers: ( ms ) => vi.advanceTimersByTimeAsync( ms ),
			} )
		: userEvent.setup();
}

/** Opens the screen of a tab as a page load shows it. */
export async function openPanel( {
	tab = 'overview',
	status,
	settings = null,
	boot = {},
	pollMs,
}: PageLoad ): Promise< UserEvent > {
	const preload = { status: status ?? aStatus(), settings };
	const props = {
		boot: someBoot( { tab, preload, ...boot } ),
		store: new StatusStore( status, {
			movingMs: pollMs === undefined ? null : 2_000,
			idleMs: pollMs ?? null,
		} ),
	};
	if ( pollMs !== undefined ) {
		props.store.start();
	}
	onTestFinished( () => {
		props.store.stop();
		clearNotices();
	} );
	await act( async () => {
		render(
			<Panel { ...props }>
				<Screen { ...props } />
			</Panel>
		);
		if ( vi.isFakeTimers() ) {
			await vi.advanceTimersByTimeAsync( 0 );
		}
	} );
	return setupUser();
}
