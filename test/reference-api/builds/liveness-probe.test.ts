import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { waitUntilUnresponsive } from '../../../src/reference-api/builds/liveness-probe.ts';
import { makeApp, visit, makePlace, uploadAndWait } from '../test-platform.ts';

interface Probe {
	path: string;
	answer: ( isAnswered: boolean ) => void;
}

/** An application whose probes and waits the test ends one by one. */
function watch( timeoutMs = 60_000 ) {
	const waits: { ms: number; end: () => void }[] = [];
	const probes: Probe[] = [];
	const calls: string[] = [];
	const application = {
		origin: 'http://application',
		responseCount: 0,
		recordResponse: () => {
			calls.push( 'answered' );
			application.responseCount++;
		},
		markUnresponsive: () => calls.push( 'unresponsive' ),
	};
	const end = new AbortController();
	const isHung = waitUntilUnresponsive( application, {
		everyMs: 15_000,
		timeoutMs,
		signal: end.signal,
		wait: ( ms, signal ) =>
			new Promise< void >( ( resolve ) => {
				waits.push( { ms, end: resolve } );
				signal.addEventListener( 'abort', () => resolve() );
			} ),
		probe: ( url, signal ) =>
			new Promise( ( answer ) => {
				probes.push( { path: new URL( url ).pathname, answer } );
				signal.addEventListener( 'abort', () => answer( false ) );
			} ),
	} );
	const pass = async ( ms: number ) => {
		await expect.poll( () => waits.at( -1 )?.ms ).toBe( ms );
		waits.pop()?.end();
	};
	const probed = ( count: number ) =>
		expect.poll( () => probes.length ).toBe( count );
	return { application, end, isHung, waits, probes, calls, pass, probed };
}

test( 'an application that answers nothing during the whole time-out hangs', async () => {
	const { isHung, probes, calls, pass, probed } = watch();
	await pass( 15_000 );
	await probed( 1 );
	await pass( 10_000 );
	await probed( 2 );
	expect( calls ).toEqual( [ 'unresponsive' ] );
	for ( let step = 1; step < 6; step++ ) {
		await pass( 10_000 );
	}
	expect( await isHung ).toBe( true );
	expect( probes.map( ( { path } ) => path ) ).toEqual( [
		'/.well-known/headless-deploy-probe',
		'/',
	] );
} );

test( 'an application that answers after 45 s does not hang, and is probed again later', async () => {
	const { end, isHung, probes, calls, pass, probed } = watch();
	await pass( 15_000 );
	await probed( 1 );
	for ( let step = 0; step < 4; step++ ) {
		await pass( 10_000 );
	}
	probes[ 1 ]?.answer( true );
	await pass( 15_000 );
	expect( calls ).toEqual( [ 'unresponsive', 'answered' ] );
	await probed( 3 );
	end.abort();
	expect( await isHung ).toBe( false );
} );

test( 'an application that answers a visitor while a probe waits does not hang', async () => {
	const { application, end, isHung, waits, calls, pass, probed } = watch();
	await pass( 15_000 );
	await probed( 1 );
	for ( let step = 0; step < 5; step++ ) {
		await pass( 10_000 );
	}
	await expect.poll( () => waits.at( -1 )?.ms ).toBe( 10_000 );
	application.responseCount++;
	await pass( 10_000 );
	await expect.poll( () => calls.at( -1 ) ).toBe( 'answered' );
	end.abort();
	expect( await isHung ).toBe( false );
} );

test( 'an application whose visitors get answers is not probed', async () => {
	const { application, end, isHung, probes, pass } = watch();
	for ( let round = 0; round < 3; round++ ) {
		application.responseCount++;
		await pass( 15_000 );
	}
	expect( probes ).toEqual( [] );
	end.abort();
	expect( await isHung ).toBe( false );
} );

test( 'a refused connection is tried again, and an application that keeps refusing connections hangs', async () => {
	const { isHung, probes, calls, pass, probed } = watch( 20_000 );
	await pass( 15_000 );
	await probed( 1 );
	probes[ 0 ]?.answer( false );
	await pass( 1000 );
	await probed( 2 );
	await pass( 10_000 );
	await expect.poll( () => calls ).toEqual( [ 'unresponsive' ] );
	await pass( 10_000 );
	expect( await isHung ).toBe( true );
} );

test( 'an answer with any status counts', async () => {
	const paths: string[] = [];
	const server = createServer( ( request, response ) => {
		paths.push( request.url ?? '' );
		response.writeHead( 500 ).end();
	} );
	await new Promise< void >( ( resolve ) =>
		server.listen( 0, '127.0.0.1', resolve )
	);
	onTestFinished( () => void server.close() );
	const { port } = server.address() as AddressInfo;
	const end = new AbortController();
	let responseCount = 0;
	const isHung = waitUntilUnresponsive(
		{
			origin: `http://127.0.0.1:${ port }`,
			get responseCount() {
				return responseCount;
			},
			recordResponse: () => responseCount++,
			markUnresponsive: () => {},
		},
		{ everyMs: 1, timeoutMs: 60_000, signal: end.signal }
	);
	await expect.poll( () => responseCount ).toBeGreaterThan( 1 );
	end.abort();
	expect( await isHung ).toBe( false );
	expect( new Set( paths ) ).toEqual(
		new Set( [ '/.well-known/headless-deploy-probe' ] )
	);
} );

const BLOCKS = `
	if ( request.url === '/block' ) {
		console.log( 'blocking' );
		response.write( 'now' );
		setImmediate( () => { for (;;); } );
		return;
	}
	response.end( 'fine' );
`;
/** The probe, and whatever else asks from then on, gets no answer; the process goes on. */
const NEVER_ANSWERS = `
	if ( request.url === '/block' ) {
		console.log( 'blocking' );
		globalThis.isStuck = true;
		response.end();
		return;
	}
	if ( ! globalThis.isStuck ) {
		response.end( 'fine' );
	}
`;

test.each( [
	[ 'whose event loop is blocked', BLOCKS ],
	[ 'that accepts connections and never answers', NEVER_ANSWERS ],
] )(
	'an application %s is started again, and the API and its log say why',
	{ timeout: 60_000 },
	async ( _what, page ) => {
		const { platform, place } = await makePlace( {
			limits: { probeSeconds: 1, hangTimeoutSeconds: 1 },
		} );
		await uploadAndWait( platform, place, await makeApp( page ) );
		const url = `/v1/accounts/acme/apps/shop/environments/${ place.environmentId }`;
		const application = async () => {
			const answer = await platform.request( url );
			return ( await answer.json() ).application;
		};
		expect( await application() ).toEqual( {
			state: 'up',
			since: expect.any( String ),
			lastOutput: '',
			restarts: 0,
			lastExit: null,
		} );
		void visit( platform, place, '/block' ).catch( () => {} );
		const reason =
			'The application answered no request for 1 s and was stopped';
		await expect.poll( application, { timeout: 40_000 } ).toMatchObject( {
			state: 'up',
			restarts: 1,
			lastExit: { reason },
		} );
		expect( await ( await visit( platform, place ) ).text() ).toBe(
			'fine'
		);
		const { text } = await platform.services.builds.readApplicationLog(
			place.environmentId,
			0
		);
		expect( text ).toContain(
			`blocking\n${ reason }.\nRestarting the application\n`
		);
	}
);
