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

export interface Ports {
	wordpress: number;
	platform: number;
	/** The platform chooses it; null before the first start. */
	frontEnd: number | null;
}

/** Used on the first start. */
export const FIRST_PORT = 8880;

/** A server that has another port than the expected one. */
export interface MovedPort {
	/** For example “WordPress”. */
	server: string;
	expected: number;
	chosen: number;
}

export interface ChosenPorts extends Ports {
	moved: MovedPort[];
}

/**
 * Chooses the ports of a start: those of the last start or the requested ones. A port in use is skipped, and so are the
 * other ports of the last start, because addresses that a user has stored contain them.
 */
export async function choosePorts(
	requested: number | null,
	last: Ports | null
): Promise< ChosenPorts > {
	const same =
		last !== null && ( requested === null || requested === last.wordpress )
			? last
			: null;
	const expected = same?.wordpress ?? requested ?? FIRST_PORT;
	const kept = [ same?.platform, same?.frontEnd ].filter(
		( port ) => typeof port === 'number' && port !== expected
	) as number[];
	const wordpress = await findPort( expected, kept );
	const expectedPlatform = same?.platform ?? wordpress + 1;
	const platform = await findPort( expectedPlatform, [
		wordpress,
		...kept.filter( ( port ) => port !== expectedPlatform ),
	] );
	return {
		wordpress,
		platform,
		frontEnd: last?.frontEnd ?? null,
		moved: [
			{ server: 'WordPress', expected, chosen: wordpress },
			{
				server: 'The platform',
				expected: expectedPlatform,
				chosen: platform,
			},
		].filter( ( move ) => move.expected !== move.chosen ),
	};
}

/** Says which port a server has, and why it is not the expected one. */
export function describeMove( {
	server,
	expected,
	chosen,
}: MovedPort ): string {
	const reason = REFUSED_BY_BROWSERS.has( expected )
		? `browsers block ${ expected }`
		: `${ expected } is in use`;
	return `${ server } runs on port ${ chosen }, because ${ reason }.`;
}
