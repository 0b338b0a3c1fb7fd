/** Finds free ports. */
import net from 'node:net';
import { KitError } from './kit-error.ts';

/** Browsers and fetch block these ports. */
const REFUSED_BY_BROWSERS = new Set( [
	1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665,
	6666, 6667, 6668, 6669, 6679, 6697, 10080,
] );
const PORTS_TRIED = 500;
const CONNECT_MS = 500;
const LOOPBACK = [ '127.0.0.1', '::1' ];

/**
 * Tells whether something answers there; on some systems a port can be opened on 127.0.0.1 although another program
 * has it on all addresses.
 */
function answers( port: number, host: string ): Promise< boolean > {
	return new Promise( ( resolve ) => {
		const socket = net.connect( { port, host } );
		const end = ( answer: boolean ): void => {
			socket.destroy();
			resolve( answer );
		};
		socket.setTimeout( CONNECT_MS, () => end( false ) );
		socket.once( 'connect', () => end( true ) );
		socket.once( 'error', () => end( false ) );
	} );
}

/**
 * Tells whether a port can be opened on an address; an address that the machine lacks cannot be in use.
 */
function opens( port: number, host: string ): Promise< boolean > {
	return new Promise( ( resolve ) => {
		const server = net.createServer();
		server.once( 'error', ( error: NodeJS.ErrnoException ) =>
			resolve( error.code !== 'EADDRINUSE' && error.code !== 'EACCES' )
		);
		server.listen( { port, host, exclusive: true }, () =>
			server.close( () => resolve( true ) )
		);
	} );
}

/** Tells whether a port is free on both loopback addresses. */
export async function isFree( port: number ): Promise< boolean > {
	if ( REFUSED_BY_BROWSERS.has( port ) ) {
		return false;
	}
	for ( const host of LOOPBACK ) {
		if (
			( await answers( port, host ) ) ||
			! ( await opens( port, host ) )
		) {
			return false;
		}
	}
	return true;
}

/**
 * Finds the first free port.
 *
 * @param taken Ports that are promised to others.
 */
export async function findPort(
	from: number,
	taken: readonly number[] = []
): Promise< number > {
	for (
		let port = from;
		port < from + PORTS_TRIED && port < 65_536;
		port++
	) {
		if ( ! taken.includes( port ) && ( await isFree( port ) ) ) {
			return port;
		}
	}
	throw new KitError(
		`No free port from ${ from } on (${ PORTS_TRIED } tried).`,
		'npm start -- --port N with another N'
	);
}

/**
 * Holds a port until its server can be started, so that no other part takes it.
 */
export async function holdPort(
	port: number
): Promise< () => Promise< void > > {
	const server = net.createServer();
	await new Promise< void >( ( resolve, reject ) => {
		server.once( 'error', reject );
		server.listen( { port, host: '127.0.0.1', exclusive: true }, resolve );
	} );
	return () =>
		new Promise( ( resolve ) => void server.close( () => resolve() ) );
}

export interface Ports {
	wordpress: number;
	platform: number;
	/** The front end's, which the platform chooses and remembers; null until it has one. */
	frontEnd: number | null;
}

/** Used when nothing is remembered and none is asked for. */
export const FIRST_PORT = 8880;

/**
 * Chooses the ports of a start: those of the last time or those asked for, moving on where one is taken, past the
 * port that the front end had.
 *
 * @param remembered The last start's, or null.
 */
export async function choosePorts(
	asked: number | null,
	remembered: Ports | null
): Promise< Ports > {
	const keeps =
		remembered !== null &&
		( asked === null || asked === remembered.wordpress );
	const promised =
		keeps && remembered.frontEnd ? [ remembered.frontEnd ] : [];
	const wordpress = await findPort(
		keeps ? remembered.wordpress : ( asked ?? FIRST_PORT ),
		promised
	);
	const stays = keeps && remembered.wordpress === wordpress;
	const platform = await findPort(
		stays ? remembered.platform : wordpress + 1,
		[ wordpress, ...promised ]
	);
	return { wordpress, platform, frontEnd: remembered?.frontEnd ?? null };
}
