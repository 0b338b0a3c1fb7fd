import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ApplicationExitedError } from '../../../src/reference-api/builds/readiness-check.ts';
import { LogFile } from '../../../src/reference-api/builds/log-file.ts';
import type { ExitResult } from '../../../src/reference-api/builds/process-group.ts';
import { LiveRelease } from '../../../src/reference-api/builds/live-release.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NO_LISTENER: ( isAnswering: boolean ) => void = () => {};
const ENDED: ExitResult = { code: 1, signal: null, error: '' };

function makeApplication() {
	const { promise: exited, resolve } = Promise.withResolvers< ExitResult >();
	const application = {
		exited,
		end: () => resolve( ENDED ),
		stopped: [] as boolean[],
		tell: NO_LISTENER,
		logTo: () => {},
		onAnswering: ( listener: ( isAnswering: boolean ) => void ) => {
			application.tell = listener;
		},
		stop: async ( drain: boolean ) => {
			application.stopped.push( drain );
			resolve( ENDED );
		},
	};
	return application;
}

type FakeApplication = ReturnType< typeof makeApplication >;

/** A release whose starts and waits the test answers one by one. */
async function makeRelease() {
	const file = `${ await temporaryFolder() }/application.log`;
	const log = new LogFile( file, { whenFull: 'rotate' } );
	const clock = { time: 0, monotonic: 0 };
	const starts: PromiseWithResolvers< FakeApplication >[] = [];
	const waits: { ms: number; end: () => void }[] = [];
	const watches: PromiseWithResolvers< boolean >[] = [];
	const states: string[] = [];
	const release: LiveRelease< FakeApplication > = new LiveRelease( {
		buildId: 'b',
		log,
		start: () => {
			const start = Promise.withResolvers< FakeApplication >();
			starts.push( start );
			return start.promise;
		},
		untilHung: ( _application, signal ) => {
			const watch = Promise.withResolvers< boolean >();
			signal.addEventListener( 'abort', () => watch.resolve( false ) );
			watches.push( watch );
			return watch.promise;
		},
		hangTimeoutSeconds: 60,
		now: () => new Date( ( clock.time += 1000 ) ),
		monotonicNow: () => clock.monotonic,
		wait: ( ms, signal ) =>
			new Promise< void >( ( resolve ) => {
				waits.push( { ms, end: resolve } );
				signal.addEventListener( 'abort', () => resolve() );
			} ),
		onChange: () => states.push( release.state.state ),
	} );
	return { release, file, log, clock, starts, waits, watches, states };
}

test( 'an application that serves is up, and is down with its last output when it ends', async () => {
	const { release, log, waits, states } = await makeRelease();
	const application = makeApplication();
	release.put( application );
	expect( release.state ).toMatchObject( {
		state: 'up',
		lastOutput: '',
	} );
	log.append( 'one\nout of memory\n' );
	application.end();
	await expect.poll( () => waits.length ).toBe( 1 );
	expect( release.application ).toBeNull();
	expect( release.state ).toMatchObject( {
		state: 'down',
		lastOutput: 'one\nout of memory',
	} );
	expect( states ).toEqual( [ 'up', 'down' ] );
} );

test( 'an application that serves is started again when it ends, ever more slowly while that does not help', async () => {
	const { release, starts, waits } = await makeRelease();
	const first = makeApplication();
	release.put( first );
	first.end();
	for ( let round = 0; round < 7; round++ ) {
		await expect.poll( () => waits.length ).toBe( round + 1 );
		waits[ round ]?.end();
		await expect.poll( () => starts.length ).toBe( round + 1 );
		starts[ round ]?.reject( new Error( 'still broken' ) );
	}
	await expect.poll( () => waits.length ).toBe( 8 );
	expect( waits.map( ( { ms } ) => ms / 1000 ) ).toEqual( [
		1, 2, 4, 8, 16, 30, 30, 30,
	] );
	expect( release.state ).toMatchObject( {
		state: 'down',
		lastOutput: 'still broken',
	} );
	const second = makeApplication();
	waits[ 7 ]?.end();
	await expect.poll( () => starts.length ).toBe( 8 );
	starts[ 7 ]?.resolve( second );
	await expect.poll( () => release.application ).toBe( second );
	expect( release.state.state ).toBe( 'up' );
	await release.stop( false );
} );

test( 'an application that serves is started again ever more slowly when it answers and then ends, and at once after it ran for 10 s', async () => {
	const { release, clock, starts, waits } = await makeRelease();
	let application = makeApplication();
	release.put( application );
	const runs = [ 0, 0, 9_999, 0, 0, 0, 0, 10_000, 0, 0 ];
	for ( const [ round, ranMs ] of runs.entries() ) {
		clock.monotonic += ranMs;
		application.end();
		await expect.poll( () => waits.length ).toBe( round + 1 );
		waits[ round ]?.end();
		await expect.poll( () => starts.length ).toBe( round + 1 );
		application = makeApplication();
		starts[ round ]?.resolve( application );
		await expect.poll( () => release.application ).toBe( application );
	}
	expect( waits.map( ( { ms } ) => ms / 1000 ) ).toEqual( [
		1, 2, 4, 8, 16, 30, 30, 0, 1, 2,
	] );
	expect( release.state.restarts ).toBe( runs.length );
	await release.stop( false );
} );

test( 'an application that serves is unresponsive while requests get no answer, and up again with the next one', async () => {
	const { release } = await makeRelease();
	const application = makeApplication();
	release.put( application );
	application.tell( false );
	expect( release.state.state ).toBe( 'unresponsive' );
	expect( release.application ).toBe( application );
	application.tell( true );
	expect( release.state.state ).toBe( 'up' );
} );

test( 'an application that hangs is ended and started again, and the log says why', async () => {
	const { release, file, starts, waits, watches } = await makeRelease();
	const application = makeApplication();
	release.put( application );
	watches[ 0 ]?.resolve( true );
	await expect.poll( () => waits.length ).toBe( 1 );
	expect( application.stopped ).toEqual( [ false ] );
	expect( release.state ).toMatchObject( {
		state: 'down',
		lastExit: {
			reason: 'The application answered no request for 60 s and was stopped',
		},
	} );
	waits[ 0 ]?.end();
	await expect.poll( () => starts.length ).toBe( 1 );
	starts[ 0 ]?.resolve( makeApplication() );
	await expect.poll( () => release.state.state ).toBe( 'up' );
	expect( release.state.restarts ).toBe( 1 );
	expect( await readFile( file, 'utf8' ) ).toBe(
		'The application answered no request for 60 s and was stopped.\nRestarting the application\n'
	);
	await release.stop( false );
} );

test( 'an application that serves reports how it ended, how often it was restarted, and since when it is down', async () => {
	const { release, starts, waits } = await makeRelease();
	const application = makeApplication();
	release.put( application );
	expect( release.state ).toMatchObject( {
		restarts: 0,
		lastExit: null,
	} );
	application.end();
	await expect.poll( () => waits.length ).toBe( 1 );
	const { since, lastExit } = release.state;
	expect( lastExit ).toMatchObject( {
		code: 1,
		signal: null,
		reason: 'The application ended with code 1',
	} );
	waits[ 0 ]?.end();
	await expect.poll( () => starts.length ).toBe( 1 );
	starts[ 0 ]?.reject(
		new ApplicationExitedError( 'npm run start was ended by SIGSEGV.', {
			code: null,
			signal: 'SIGSEGV',
			error: '',
		} )
	);
	await expect.poll( () => waits.length ).toBe( 2 );
	expect( release.state ).toMatchObject( {
		since,
		restarts: 1,
		lastExit: { code: null, signal: 'SIGSEGV' },
	} );
	await release.stop( false );
} );

test( 'an application that serves is not started again once another release serves', async () => {
	const { release, starts, waits, states } = await makeRelease();
	const application = makeApplication();
	release.put( application );
	await release.stop( true );
	expect( application.stopped ).toEqual( [ true ] );
	await application.exited;
	expect( [ starts.length, waits.length ] ).toEqual( [ 0, 0 ] );
	expect( states ).toEqual( [ 'up' ] );
} );

test( 'an application is starting, then up, after a start of the platform', async () => {
	const { release, starts } = await makeRelease();
	const resumed = release.resume();
	expect( release.state.state ).toBe( 'starting' );
	starts[ 0 ]?.resolve( makeApplication() );
	await resumed;
	expect( release.state.state ).toBe( 'up' );
} );

test( 'an application is down while its start fails, and has resumed when a later start succeeds', async () => {
	const { release, starts, waits, states } = await makeRelease();
	const resumed = release.resume();
	starts[ 0 ]?.reject( new Error( 'broken' ) );
	await expect.poll( () => waits.length ).toBe( 1 );
	expect( release.state.state ).toBe( 'down' );
	waits[ 0 ]?.end();
	await expect.poll( () => starts.length ).toBe( 2 );
	starts[ 1 ]?.resolve( makeApplication() );
	await resumed;
	expect( states ).toEqual( [ 'down', 'up' ] );
	await release.stop( false );
} );

test( 'an application is not started a second time after a build has deployed it', async () => {
	const { release, starts } = await makeRelease();
	release.put( makeApplication() );
	await release.resume();
	expect( starts ).toEqual( [] );
	await release.stop( false );
} );

test( 'an application that starts too late is ended', async () => {
	const { release, starts } = await makeRelease();
	const resumed = release.resume();
	const left = release.stop( false );
	const late = makeApplication();
	starts[ 0 ]?.resolve( late );
	await Promise.all( [ resumed, left ] );
	expect( late.stopped ).toEqual( [ false ] );
	expect( release.application ).toBeNull();
} );
