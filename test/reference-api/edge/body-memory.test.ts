import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { BodyMemory } from '../../../src/reference-api/edge/body-memory.ts';
import type { StoredResponse } from '../../../src/reference-api/edge/stored-response.ts';
import { sendStored } from '../../../src/reference-api/edge/stored-response-sender.ts';
import { relayBody } from '../../../src/reference-api/edge/body-relay.ts';

/** A response whose visitor has read nothing yet. */
function slowResponse() {
	const response = Object.assign( new EventEmitter(), {
		writableLength: 1,
		closed: false,
		headersSent: false,
		status: 0,
		text: '',
		setTimeout: () => {},
		writeHead: ( status: number ) => void ( response.status = status ),
		end: ( body: unknown ) => void ( response.text = String( body ) ),
	} );
	return response;
}

const entryOf = ( body: Buffer ) =>
	( {
		status: 200,
		headers: {},
		body,
		hitHead: () => ( {} ),
	} ) as unknown as StoredResponse;

function startResponse( body: Buffer, memory: BodyMemory ) {
	const response = slowResponse();
	const request = { method: 'GET', headers: {} } as IncomingMessage;
	sendStored(
		{ request, response: response as unknown as ServerResponse },
		entryOf( body ),
		0,
		memory
	);
	return response;
}

test( 'a body that several slow visitors read uses its memory once, until the last of them has read it', () => {
	const memory = new BodyMemory( 100 );
	const body = Buffer.alloc( 80 );
	const first = startResponse( body, memory );
	const second = startResponse( body, memory );
	expect( memory.bytes ).toBe( 80 );
	first.emit( 'close' );
	expect( memory.bytes ).toBe( 80 );
	second.emit( 'close' );
	expect( memory.bytes ).toBe( 0 );
} );

test( 'a body that was read immediately uses no memory', () => {
	const memory = new BodyMemory( 100 );
	const response = { writableLength: 0 } as ServerResponse;
	memory.reserveUntilSent( Buffer.alloc( 80 ), response );
	expect( memory.bytes ).toBe( 0 );
} );

test( 'a visitor gets an explained 503 while slow visitors use all memory, and the page afterwards', () => {
	const memory = new BodyMemory( 100 );
	const slow = startResponse( Buffer.alloc( 80 ), memory );
	const refused = startResponse( Buffer.alloc( 80 ), memory );
	expect( refused.status ).toBe( 503 );
	expect( refused.text ).toContain(
		'Too many slow downloads are in progress.'
	);
	expect( startResponse( Buffer.from( 'short' ), memory ).status ).toBe(
		200
	);
	slow.emit( 'close' );
	expect( startResponse( Buffer.alloc( 80 ), memory ).status ).toBe( 200 );
} );

test( 'a body that does not fit is relayed at its visitor’s speed, and its memory is released', async () => {
	const memory = new BodyMemory( 3 );
	const read: string[] = [];
	const sent: string[] = [];
	const written = Promise.withResolvers< () => void >();
	const response = new Writable( {
		highWaterMark: 1,
		write: ( chunk, _encoding, done ) => {
			sent.push( String( chunk ) );
			written.resolve( done );
		},
	} ) as unknown as ServerResponse;
	async function* body(): AsyncGenerator< Buffer > {
		for ( const part of [ 'ab', 'cd', 'ef', 'gh', 'ij' ] ) {
			read.push( part );
			yield Buffer.from( part );
		}
	}
	const tooLarge = Promise.withResolvers< void >();
	const relayed = relayBody(
		body(),
		100,
		response,
		tooLarge.resolve,
		memory
	);
	await tooLarge.promise;
	await new Promise( setImmediate );
	// The visitor has read nothing: what the application has is not taken.
	expect( read ).not.toContain( 'ij' );
	expect( memory.bytes ).toBe( 2 );
	response.destroy();
	await relayed.catch( () => {} );
	expect( memory.bytes ).toBe( 0 );
	expect( sent ).toEqual( [ 'ab' ] );
} );
