import { afterEach, beforeEach, vi } from 'vitest';
import type { BootData } from '../../../src/shared/boot.ts';
import type { Status } from '../../../src/shared/wire.ts';
import {
	aPendingRun,
	aStatus,
	anEnvironment,
	NOW_MS,
	type EnvironmentFacts,
} from '../fixtures.ts';
import { advance, openPanel } from '../panel-page.tsx';
import { fakeServer, type FakeServer } from '../server.ts';

/** The server of the current test. */
export let server: FakeServer;

/** Registers the hooks of a test file. */
export function setUpOverview(): void {
	beforeEach( () => {
		vi.useFakeTimers( { now: NOW_MS } );
		server = fakeServer( aStatus() );
	} );
	afterEach( () => void vi.useRealTimers() );
}

/** Opens Overview. */
export function open( status: Status, boot: Partial< BootData > = {} ) {
	server.status = status;
	return openPanel( { status, boot, pollMs: 15_000 } );
}

/** Advances the time in the browser and on the server. */
export async function pass( seconds: number ): Promise< void > {
	for ( let passed = 0; passed < seconds; passed += 1 ) {
		server.seconds += 1;
		await advance( 1_000 );
	}
}

/** An environment with a pending run. */
export const PENDING = ( over: EnvironmentFacts = {} ) =>
	anEnvironment( { status: 'pending', pending: [ aPendingRun() ], ...over } );
