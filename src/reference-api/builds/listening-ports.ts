/**
 * Finds the TCP ports that a group of processes listens on. Works where there is a /proc, as on Linux; elsewhere none is
 * found.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state LISTEN of /proc/net/tcp. */
const LISTEN = '0A';

/** 127.0.0.0/8, its form in IPv6, and ::1. Each group of four bytes is written backwards. */
const LOOPBACK = /^(?:(?:0{16}FFFF0000)?[0-9A-F]{6}7F|0{24}01000000)$/;

export interface ListeningSocket {
	port: number;
	inode: string;
	/** Whether only this machine can reach it. */
	isLoopback: boolean;
}

/** Reads a table of sockets, `/proc/net/tcp` or `/proc/net/tcp6`. */
export function parseListening( table: string ): ListeningSocket[] {
	return table
		.split( '\n' )
		.slice( 1 )
		.flatMap( ( line ) => {
			const fields = line.trim().split( /\s+/ );
			const [ , local = '', , state, , , , , , inode = '' ] = fields;
			const [ address = '', port = '' ] = local.split( ':' );
			return state === LISTEN
				? [
						{
							port: Number.parseInt( port, 16 ),
							inode,
							isLoopback: LOOPBACK.test( address ),
						},
					]
				: [];
		} );
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

function portsOf(
	pids: readonly number[],
	matches: ( socket: ListeningSocket ) => boolean
): number[] {
	try {
		const sockets = [ 'tcp', 'tcp6' ].flatMap( ( table ) =>
			parseListening( readFileSync( `/proc/net/${ table }`, 'utf8' ) )
		);
		const own = new Set( pids.flatMap( socketsOf ) );
		const found = sockets
			.filter(
				( socket ) => own.has( socket.inode ) && matches( socket )
			)
			.map( ( { port } ) => port );
		return [ ...new Set( found ) ].toSorted( ( a, b ) => a - b );
	} catch {
		return [];
	}
}

/** Lists the ports, in ascending order. */
export function listeningPorts( pids: readonly number[] ): number[] {
	return portsOf( pids, () => true );
}

/** Lists the ports that other machines can reach, in ascending order. */
export function openPorts( pids: readonly number[] ): number[] {
	return portsOf( pids, ( { isLoopback } ) => ! isLoopback );
}
