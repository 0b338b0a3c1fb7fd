import { describe, expect, it } from 'vitest';
import { KitError } from '../../../src/dev-kit/kit-error.ts';
import { keepRunning } from '../../../src/dev-kit/stack/restart.ts';
import type { Server } from '../../../src/dev-kit/stack/restart.ts';
import type { End } from '../../../src/dev-kit/supervised-commands.mjs';

const KILLED: End = { code: null, signal: 'SIGKILL', cpuSeconds: null };

function makeServer() {
	const { promise: ended, resolve } = Promise.withResolvers< End >();
	return {
		ended,
		stop: async () => KILLED,
		end: ( end = KILLED ) => resolve( end ),
	};
}

/** Keeps a server running whose starts and waits the test answers one by one. */
function keep() {
	const first = makeServer();
	const ending = new AbortController();
	const lines: string[] = [];
	const waits: { ms: number; end: () => void }[] = [];
	const starts: PromiseWithResolvers< Server >[] = [];
	const clock = { time: 0 };
	const work = keepRunning( first, {
		name: 'The platform',
		log: 'platform.log',
		start: () => {
			const start = Promise.withResolvers< Server >();
			starts.push( start );
			return start.promise;
		},
		report: ( line ) => lines.push( line ),
		signal: ending.signal,
		wait: ( ms, signal ) =>
			new Promise< void >( ( resolve ) => {
				waits.push( { ms, end: resolve } );
				signal.addEventListener( 'abort', () => resolve() );
			} ),
		now: () => clock.time,
	} );
	/** Ends the newest wait, and waits for the start that follows. */
	const passWait = async () => {
		const count = starts.length;
		waits.at( -1 )?.end();
		await expect.poll( () => starts.length ).toBe( count + 1 );
	};
	return { first, ending, lines, waits, starts, clock, work, passWait };
}

describe( 'a server that ends unexpectedly', () => {
	it( 'a server that ends unexpectedly is started again, and the user reads how it ended', async () => {
		const { first, ending, lines, waits, starts, work, passWait } = keep();
		first.end();
		await expect.poll( () => waits.length ).toBe( 1 );
		expect( lines ).toEqual( [
			'✗ The platform has ended unexpectedly with SIGKILL. It starts again in 1 s. See platform.log',
		] );
		await passWait();
		const second = makeServer();
		starts[ 0 ]?.resolve( second );
		await expect
			.poll( () => lines.at( -1 ) )
			.toBe( '✓ The platform runs again' );
		ending.abort();
		second.end();
		await work;
		expect( starts ).toHaveLength( 1 );
	} );

	it( 'a server that ends unexpectedly is started ever more slowly while that does not help, with the reason each time', async () => {
		const { first, ending, lines, waits, starts, work, passWait } = keep();
		first.end();
		for ( let round = 0; round < 6; round++ ) {
			await expect.poll( () => waits.length ).toBe( round + 1 );
			await passWait();
			starts
				.at( -1 )
				?.reject( new KitError( 'The port is in use.', 'free it' ) );
		}
		await expect.poll( () => waits.length ).toBe( 7 );
		expect( waits.map( ( { ms } ) => ms / 1000 ) ).toEqual( [
			1, 2, 4, 8, 16, 30, 30,
		] );
		expect( lines.at( -1 ) ).toBe(
			'✗ The port is in use.\n  → free it\n  It starts again in 30 s.'
		);
		ending.abort();
		await work;
		expect( starts ).toHaveLength( 6 );
	} );

	it( 'a server that ends unexpectedly is started soon again after it has run for a while', async () => {
		const { first, ending, waits, starts, clock, work, passWait } = keep();
		first.end();
		await expect.poll( () => waits.length ).toBe( 1 );
		await passWait();
		const second = makeServer();
		starts[ 0 ]?.resolve( second );
		second.end();
		await expect.poll( () => waits.length ).toBe( 2 );
		await passWait();
		const third = makeServer();
		starts[ 1 ]?.resolve( third );
		// It reads the clock when it has the new server.
		await Promise.resolve();
		await new Promise( setImmediate );
		clock.time += 60_000;
		third.end();
		await expect.poll( () => waits.length ).toBe( 3 );
		expect( waits.map( ( { ms } ) => ms ) ).toEqual( [ 1000, 2000, 1000 ] );
		ending.abort();
		await work;
	} );

	it( 'a server that ends unexpectedly is not started again when everything is stopped', async () => {
		const { first, ending, lines, starts, waits, work } = keep();
		ending.abort();
		first.end();
		await work;
		expect( { lines, starts, waits } ).toEqual( {
			lines: [],
			starts: [],
			waits: [],
		} );
	} );
} );
