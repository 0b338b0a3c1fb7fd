import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import {
	countBytes,
	relayBody,
} from '../../../src/reference-api/edge/body-relay.ts';

/** A visitor's response that takes what it is given, or nothing until the end. */
function makeResponse() {
	const given: string[] = [];
	const response = {
		writableNeedDrain: false,
		writableLength: 0,
		write: ( chunk: Buffer ) => given.push( chunk.toString() ) > 0,
		end: ( chunk: Buffer ) => void given.push( `${ chunk } (end)` ),
	};
	return {
		given,
		state: response,
		response: response as unknown as ServerResponse,
	};
}

async function* bodyOf( ...chunks: string[] ): AsyncGenerator< Buffer > {
	for ( const chunk of chunks ) {
		yield Buffer.from( chunk );
	}
}

test( 'a visitor who reads gets each chunk as it arrives', async () => {
	const { response, given } = makeResponse();
	const whole = await relayBody( bodyOf( 'a', 'b' ), 10, response, () => {} );
	expect( whole?.toString() ).toBe( 'ab' );
	expect( given ).toEqual( [ 'a', 'b', ' (end)' ] );
} );

test( 'chunks that a slow visitor has not read are not written to the connection', async () => {
	const { response, state, given } = makeResponse();
	async function* body(): AsyncGenerator< Buffer > {
		yield Buffer.from( 'a' );
		state.writableNeedDrain = true;
		yield Buffer.from( 'b' );
		yield Buffer.from( 'c' );
	}
	await relayBody( body(), 10, response, () => {} );
	expect( given ).toEqual( [ 'a', 'bc (end)' ] );
} );

test( 'a body without a reader is read only up to the size that can be stored', async () => {
	let isTooLarge = false;
	let read = 0;
	const body = countBytes(
		bodyOf( 'abc', 'def', 'ghi' ),
		( bytes ) => ( read += bytes )
	);
	const whole = await relayBody( body, 5, null, () => ( isTooLarge = true ) );
	expect( [ whole, isTooLarge, read ] ).toEqual( [ null, true, 6 ] );
} );

test( 'a body that is too large to store is relayed whole', async () => {
	const given: string[] = [];
	const response = new Writable( {
		write: ( chunk: Buffer, _encoding, done ) => {
			given.push( chunk.toString() );
			done();
		},
	} );
	const body = bodyOf( 'abc', 'def', 'ghi' );
	await relayBody( body, 5, response as unknown as ServerResponse, () => {} );
	expect( given.join( '' ) ).toBe( 'abcdefghi' );
} );

test( 'a complete body uses only its own memory', async () => {
	const whole = await relayBody( bodyOf( 'a', 'b' ), 10, null, () => {} );
	expect( whole?.toString() ).toBe( 'ab' );
	expect( whole?.buffer.byteLength ).toBe( 2 );
} );
