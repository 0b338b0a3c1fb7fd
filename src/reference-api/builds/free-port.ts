import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { systemCode } from '../lib/errors.ts';

/**
 * Below the ephemeral ports of Linux, macOS and Windows. Seconds pass between the search and the moment when the
 * application listens; by then another program may have an ephemeral port and would be taken for the application.
 */
const FIRST_PORT = 20_000;
const PORTS = 6000;
const HOSTS = [ '127.0.0.1', '::1' ];
const TAKEN = [ 'EADDRINUSE', 'EACCES' ];

/** A port that no platform of this machine gives to another application. */
export interface ClaimedPort {
	port: number;
	/** Ends the claim; to be called when the application listens, or never will. */
	release: () => void;
}

/** @return Who listens, or null when the port is taken; undefined where this machine has no such address. */
function listen(
	host: string,
	port: number
): Promise< Server | null | undefined > {
	return new Promise( ( resolve ) => {
		const server = createServer( ( socket ) => socket.destroy() );
		server.once( 'error', ( error ) =>
			resolve( TAKEN.includes( systemCode( error ) ) ? null : undefined )
		);
		server.listen( { host, port, ipv6Only: host === '::1' }, () =>
			resolve( server )
		);
	} );
}

function close( server: Server | null | undefined ): Promise< void > {
	return new Promise( ( resolve ) =>
		server ? server.close( () => resolve() ) : resolve()
	);
}

async function isFree( port: number ): Promise< boolean > {
	const servers = await Promise.all(
		HOSTS.map( ( host ) => listen( host, port ) )
	);
	await Promise.all( servers.map( close ) );
	return ! servers.includes( null );
}

/**
 * Claims a port that is free on IPv4 and IPv6. Each port has a second one beside it: the process that listens there
 * has the claim. Of two platforms that start an application at the same time only one can, and a platform
 * that is killed leaves no claim behind.
 */
export async function claimPort(
	first: number = randomInt( PORTS )
): Promise< ClaimedPort > {
	for ( let step = 0; step < PORTS; step++ ) {
		const port = FIRST_PORT + ( ( first + step ) % PORTS );
		const claim = await listen( '127.0.0.1', port + PORTS );
		if ( claim && ( await isFree( port ) ) ) {
			claim.unref();
			return { port, release: () => void claim.close() };
		}
		await close( claim );
	}
	throw new Error(
		`No free port was found for an application, from ${ FIRST_PORT } to ${
			FIRST_PORT + PORTS - 1
		}.`
	);
}
