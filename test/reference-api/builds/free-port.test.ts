import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../../src/reference-api/builds/free-port.ts';

/** The first port that Linux gives to whoever asks for any; macOS and Windows begin later. */
const FIRST_GIVEN_BY_THE_SYSTEM = 32_768;

async function listenOn( port: number, host: string ): Promise< void > {
	const server = createServer();
	server.listen( port, host );
	await once( server, 'listening' );
	onTestFinished( () => void server.close() );
}

test( 'no two searches find the same port, though nobody listens yet', async () => {
	const ports = await Promise.all(
		Array.from( { length: 50 }, findFreePort )
	);
	expect( new Set( ports ).size ).toBe( 50 );
} );

test( 'the system gives the port to nobody else before the application listens', async () => {
	expect( await findFreePort() ).toBeLessThan( FIRST_GIVEN_BY_THE_SYSTEM );
} );

test.each( [ '127.0.0.1', '::1' ] )(
	'a port that somebody has on %s is passed over',
	async ( host ) => {
		const taken = ( await findFreePort() ) + 1;
		await listenOn( taken, host );
		expect( await findFreePort() ).not.toBe( taken );
	}
);
