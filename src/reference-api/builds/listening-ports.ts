/**
 * Finds the TCP ports that a group of processes listens on. Works where there is a /proc, as on Linux; elsewhere none is
 * found.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state LISTEN of /proc/net/tcp. */
const LISTEN = '0A';

/** Ports by the inode of their socket. */
function listeningSockets(): Map< string, number > {
	const ports = new Map< string, number >();
	for ( const table of [ 'tcp', 'tcp6' ] ) {
		const lines = readFileSync( `/proc/net/${ table }`, 'utf8' ).split(
			'\n'
		);
		for ( const line of lines.slice( 1 ) ) {
			const fields = line.trim().split( /\s+/ );
			const [ , local = '', , state, , , , , , inode = '' ] = fields;
			if ( state === LISTEN ) {
				const [ , port = '' ] = local.split( ':' );
				ports.set( inode, Number.parseInt( port, 16 ) );
			}
		}
	}
	return ports;
}

/** Reads from /proc; the process or one of its files may no longer exist. */
function ignoreEnded< Found >( read: () => Found, empty: Found ): Found {
	try {
		return read();
	} catch {
		return empty;
	}
}

function socketsOf( pid: number ): string[] {
	const folder = `/proc/${ pid }/fd`;
	return ignoreEnded( () => readdirSync( folder ), [] ).flatMap( ( fd ) => {
		const link = ignoreEnded(
			() => readlinkSync( `${ folder }/${ fd }` ),
			''
		);
		const [ , inode ] = /^socket:\[(\d+)\]$/.exec( link ) ?? [];
		return inode === undefined ? [] : [ inode ];
	} );
}

/** Lists the ports, in ascending order. */
export function listeningPorts( pids: readonly number[] ): number[] {
	try {
		const ports = listeningSockets();
		const found = pids
			.flatMap( socketsOf )
			.flatMap( ( inode ) => ports.get( inode ) ?? [] );
		return [ ...new Set( found ) ].toSorted( ( a, b ) => a - b );
	} catch {
		return [];
	}
}
