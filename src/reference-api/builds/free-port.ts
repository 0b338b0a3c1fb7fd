/**
 * Finds ports for applications.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { systemCode } from '../errors.ts';

/**
 * Below the ports that Linux, macOS and Windows give to whoever asks for any: between the search and the moment when
 * the application listens, seconds pass, and one of those may be somebody else's by then. Whoever that is would be
 * taken for the application.
 */
const FIRST_PORT = 20_000;
const PORTS = 12_000;
const HOSTS = [ '127.0.0.1', '::1' ];
const TAKEN = [ 'EADDRINUSE', 'EACCES' ];

// Ports are given in turn, so that two applications that start at the same time never get the same one. Another
// platform on this machine most likely began elsewhere.
let turn = randomInt( PORTS );

function isTaken( host: string, port: number ): Promise< boolean > {
	return new Promise( ( resolve ) => {
		const server = createServer();
		server.once( 'error', ( error ) =>
			resolve( TAKEN.includes( systemCode( error ) ) )
		);
		server.listen( { host, port, ipv6Only: host === '::1' }, () =>
			server.close( () => resolve( false ) )
		);
	} );
}

/** Finds a port that nobody listens on, on either family of addresses. */
export async function findFreePort(): Promise< number > {
	for ( let tries = 0; tries < PORTS; tries++ ) {
		const port = FIRST_PORT + turn;
		turn = ( turn + 1 ) % PORTS;
		const taken = await Promise.all(
			HOSTS.map( ( host ) => isTaken( host, port ) )
		);
		if ( ! taken.includes( true ) ) {
			return port;
		}
	}
	throw new Error(
		`No free port was found for an application, from ${ FIRST_PORT } to ${
			FIRST_PORT + PORTS - 1
		}.`
	);
}
