import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { readState } from '../../../src/reference-api/portal/live-regions.ts';
import { LiveStream } from '../../../src/reference-api/portal/live-stream.ts';

function fakeAnswer(): ServerResponse {
	const answer = Object.assign( new EventEmitter(), {
		destroyed: false,
		writeHead: () => {},
		write: () => true,
		end: () => {},
	} );
	return answer as unknown as ServerResponse;
}

test( 'a page that is being rendered ends with its stream, without an error', async () => {
	const app = fastify();
	const asked = Promise.withResolvers< void >();
	app.get( '/', () => {
		asked.resolve();
		return new Promise( () => {} );
	} );
	const errors: unknown[] = [];
	const rendered = Promise.withResolvers< unknown >();
	const stream = new LiveStream( fakeAnswer(), {
		state: readState( '' ),
		render: async ( _place, signal ) => {
			try {
				await app.inject( { url: '/', signal } );
			} catch ( error ) {
				rendered.resolve( error );
				throw error;
			}
			return null;
		},
		watch: () => () => {},
		updateMs: 1,
		heartbeatMs: 60_000,
		onError: ( error ) => errors.push( error ),
		onEnd: () => {},
	} );
	stream.begin( {} );
	await asked.promise;
	stream.end();
	expect( await rendered.promise ).toMatchObject( { name: 'AbortError' } );
	await new Promise( setImmediate );
	expect( errors ).toEqual( [] );
} );
