/** A connection whose bytes the test writes and reads itself. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection, and what came over it so far. */
export interface Line {
	socket: Socket;
	/** Waits until this came, or the end. */
	until: ( text: string ) => Promise< string >;
	/** Waits for the end, and answers all that came. */
	rest: () => Promise< string >;
}

/** Reads what comes over a connection, which ends with the test. */
export function lineOn( socket: Socket ): Line {
	let text = '';
	let hasEnded = false;
	let wake = () => {};
	const end = () => {
		hasEnded = true;
		wake();
	};
	socket.on( 'data', ( chunk: Buffer ) => {
		text += chunk.toString( 'latin1' );
		wake();
	} );
	socket.on( 'end', end );
	socket.on( 'close', end );
	socket.on( 'error', () => {} );
	onTestFinished( () => void socket.destroy() );
	const wait = async ( isThere: () => boolean ) => {
		while ( ! isThere() ) {
			await new Promise< void >( ( resolve ) => ( wake = resolve ) );
		}
		return text;
	};
	return {
		socket,
		until: ( wanted ) => wait( () => text.includes( wanted ) || hasEnded ),
		rest: () => wait( () => hasEnded ),
	};
}

export interface Call {
	/**
	 * The method.
	 *
	 * @default 'GET'
	 */
	method?: string;
	path?: string;
	/** Further lines of the head. */
	lines?: string[];
	host?: string;
	/** What is sent before the answer. */
	early?: string;
}

/** Asks an edge for a WebSocket. */
export function callSocket( port: number, options: Call = {} ): Line {
	const {
		method = 'GET',
		path = '/socket',
		lines = [],
		host = `localhost:${ port }`,
		early = '',
	} = options;
	const socket = connect( { port, host: '127.0.0.1', allowHalfOpen: true } );
	socket.write(
		[
			`${ method } ${ path } HTTP/1.1`,
			`Host: ${ host }`,
			'Connection: keep-alive, Upgrade',
			'Upgrade: websocket',
			'Sec-WebSocket-Key: abc',
			'X-Forwarded-For: 6.6.6.6',
			...lines,
			'',
			early,
		].join( '\r\n' )
	);
	return lineOn( socket );
}

/** Sends bytes to an edge on a new connection. */
export function sendRaw( port: number, text: string ): Line {
	const socket = connect( { port, host: '127.0.0.1' } );
	socket.write( text );
	return lineOn( socket );
}
