import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { claimPort } from '../../../src/reference-api/builds/free-port.ts';

/** The first ephemeral port of Linux; those of macOS and Windows begin later. */
const FIRST_GIVEN_BY_THE_SYSTEM = 32_768;

async function claim( first?: number ) {
	const claimed = await claimPort( first );
	onTestFinished( claimed.release );
	return claimed;
}

async function listenOn( port: number, host: string ): Promise< void > {
	const server = createServer();
	server.listen( port, host );
	await once( server, 'listening' );
	onTestFinished( () => void server.close() );
}

test( 'two platforms never claim the same port, even before an application listens', async () => {
	const { port } = await claim();
	const begun = port - 20_000;
	const others = await Promise.all( [ claim( begun ), claim( begun ) ] );
	expect(
		new Set( [ port, ...others.map( ( other ) => other.port ) ] ).size
	).toBe( 3 );
} );

test( 'a port whose claim has ended is given again', async () => {
	const { port, release } = await claimPort();
	release();
	expect( ( await claim( port - 20_000 ) ).port ).toBe( port );
} );

test( 'the system does not assign the port to another program before the application listens', async () => {
	expect( ( await claim() ).port ).toBeLessThan( FIRST_GIVEN_BY_THE_SYSTEM );
} );

test.each( [ '127.0.0.1', '::1' ] )(
	'skips a port that another program uses on %s',
	async ( host ) => {
		const { port, release } = await claimPort();
		release();
		await listenOn( port, host );
		expect( ( await claim( port - 20_000 ) ).port ).not.toBe( port );
	}
);
