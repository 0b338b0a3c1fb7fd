/**
 * A server with the hooks of faults and journal, on a real port, and a client that sees what comes over the wire.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import {
	registerFaults,
	registerJournal,
} from '../../../src/reference-api/faults/hooks.ts';
import { Journal } from '../../../src/reference-api/faults/journal.ts';
import type {
	GivenFaultRule,
	JournalEntry,
} from '../../../src/reference-api/model/faults.ts';
import { FaultRules } from '../../../src/reference-api/faults/rules.ts';
import type { Wait } from '../../../src/reference-api/faults/response-faults.ts';
import { MemoryStore } from './memory-store.ts';

/** What a client saw: all bytes, and how the connection ended. */
export interface Seen {
	text: string;
	body: string;
	end: 'closed' | 'reset';
}

/**
 * Creates the server; it is closed after the test.
 *
 * @param wait How rules wait; by default no time passes.
 */
export async function faultApp( wait?: Wait ) {
	const errors: unknown[] = [];
	const waits: number[] = [];
	let acted = 0;
	const journal = new Journal( { maxEntries: 100 } );
	const rules = new FaultRules( {
		store: new MemoryStore(),
		onError: ( error ) => errors.push( error ),
	} );
	const app = fastify( { forceCloseConnections: true } );
	app.decorateRequest( 'signedInAs', '' );
	app.decorateRequest( 'hasSession', false );
	registerJournal( app, {
		journal,
		now: () => new Date( 0 ),
		onError: ( error ) => errors.push( error ),
	} );
	registerFaults( app, {
		rules,
		wait:
			wait ??
			( async ( milliseconds, signal ) => {
				waits.push( milliseconds );
				// The event loop turns, so that sockets get their say.
				await setImmediate();
				signal.throwIfAborted();
			} ),
		onError: ( error ) => errors.push( error ),
	} );
	app.addContentTypeParser( '*', ( _request, payload, done ) => {
		payload.resume();
		payload.once( 'end', () => done( null ) );
	} );
	const act = () => ( acted += 1 );
	app.all( '/v1/word', async () => {
		act();
		return { word: 'real' };
	} );
	app.post( '/v1/nothing', async ( _request, reply ) => {
		act();
		return reply.send();
	} );
	app.get( '/_local/health', async () => ( { status: 'ok' } ) );
	app.get( '/portal/page', async () => 'page' );
	await app.listen( { host: '127.0.0.1', port: 0 } );
	onTestFinished( () => app.close() );
	const address = app.server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	return {
		app,
		journal,
		rules,
		errors,
		waits,
		port,
		acted: () => acted,
		add: ( rule: GivenFaultRule ) => rules.add( rule ),
		request: ( path: string, more?: Partial< TestRequest > ) =>
			sendRequest( port, { path, ...more } ),
		/** The newest call, once it is over. */
		last: (): JournalEntry | null => journal.entry( journal.newest ),
	};
}

interface TestRequest {
	path: string;
	method: string;
	headers: string[];
	body: string;
	/** Called with each piece; may destroy the socket. */
	onData: ( socket: Socket, bytes: number ) => void;
}

function sendRequest(
	port: number,
	given: Partial< TestRequest >
): Promise< Seen > {
	const { path = '/', method = 'GET', headers = [], body = '' } = given;
	return new Promise( ( resolve ) => {
		const socket = connect( port, '127.0.0.1' );
		const length = body ? [ `Content-Length: ${ body.length }` ] : [];
		const lines = [
			`${ method } ${ path } HTTP/1.1`,
			'Host: a',
			'Connection: close',
			...length,
			...headers,
		];
		socket.write( `${ lines.join( '\r\n' ) }\r\n\r\n${ body }` );
		let text = '';
		let bytes = 0;
		let end: Seen[ 'end' ] = 'closed';
		socket.setEncoding( 'utf8' );
		socket.on( 'data', ( chunk: string ) => {
			bytes += chunk.length;
			if ( text.length < 10_000 ) {
				text += chunk;
			}
			given.onData?.( socket, bytes );
		} );
		socket.on( 'error', () => ( end = 'reset' ) );
		socket.on( 'close', () => {
			const [ , ...parts ] = text.split( '\r\n\r\n' );
			resolve( { text, body: parts.join( '\r\n\r\n' ), end } );
		} );
	} );
}
