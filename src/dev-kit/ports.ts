import net from 'node:net';
import { KitError } from './kit-error.ts';

/** Browsers and fetch block these ports. See https://fetch.spec.whatwg.org/#port-blocking. */
const REFUSED_BY_BROWSERS = new Set( [
	1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665,
	6666, 6667, 6668, 6669, 6679, 6697, 10080,
] );
const PORTS_TRIED = 500;
const CONNECT_MS = 500;
const LOOPBACK = [ '127.0.0.1', '::1' ];

/**
 * Returns whether a server answers. On some systems a port can be opened on 127.0.0.1 although another program has
 * opened it on all addresses.
 */
function isAnswering( port: number, host: string ): Promise< boolean > {
	return new Promise( ( resolve ) => {
		const socket = net.connect( { port, host } );
		const end = ( isAnswered: boolean ): void => {
			socket.destroy();
			resolve( isAnswered );
		};
		socket.setTimeout( CONNECT_MS, () => end( false ) );
		socket.once( 'connect', () => end( true ) );
		socket.once( 'error', () => end( false ) );
	} );
}

/** Returns whether a port can be opened. An address that the machine lacks cannot be in use. */
function canOpen( port: number, host: string ): Promise< boolean > {
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

/** Returns whether a port is free on both loopback addresses. */
export async function isFree( port: number ): Promise< boolean > {
	if ( REFUSED_BY_BROWSERS.has( port ) ) {
		return false;
	}
	for ( const host of LOOPBACK ) {
		if (
			( await isAnswering( port, host ) ) ||
			! ( await canOpen( port, host ) )
		) {
			return false;
		}
	}
	return true;
}

/** @param taken Ports that are reserved for other servers. */
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
		`The ${ PORTS_TRIED } ports from ${ from } on are in use.`,
		'choose another one: npm start -- --port N'
	);
}

/** Holds a port until its server can be started, so that no other server takes it. */
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
	/** The platform chooses it; null before the first start. */
	frontEnd: number | null;
}

/** Used on the first start. */
export const FIRST_PORT = 8880;

/**
 * Chooses the ports of a start: those of the last start or the requested ones. A port in use, and the one of the front
 * end, are skipped.
 */
export async function choosePorts(
	requested: number | null,
	last: Ports | null
): Promise< Ports > {
	const isSame =
		last !== null && ( requested === null || requested === last.wordpress );
	const reserved = isSame && last.frontEnd ? [ last.frontEnd ] : [];
	const wordpress = await findPort(
		isSame ? last.wordpress : ( requested ?? FIRST_PORT ),
		reserved
	);
	const wordpressIsFree = isSame && last.wordpress === wordpress;
	const platform = await findPort(
		wordpressIsFree ? last.platform : wordpress + 1,
		[ wordpress, ...reserved ]
	);
	return { wordpress, platform, frontEnd: last?.frontEnd ?? null };
}
