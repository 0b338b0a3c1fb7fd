import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeError } from '../../src/dev-kit/kit-error.ts';
import {
	expectReady,
	waitUntilReady,
} from '../../src/dev-kit/server-readiness.ts';
import type { End } from '../../src/dev-kit/supervised-commands.mjs';
import { temporaryFolder } from './temporary-folder.ts';

/** A server with this output, that ends when the test says so or when it is stopped. */
function makeServer( output: string ) {
	const { promise: ended, resolve } = Promise.withResolvers< End >();
	const log = path.join( temporaryFolder(), 'server.log' );
	fs.writeFileSync( log, output );
	const server = {
		ended,
		isStopped: false,
		end: ( code: number ) =>
			resolve( { code, signal: null, cpuSeconds: null } ),
		stop: () => {
			server.isStopped = true;
			server.end( 0 );
			return ended;
		},
	};
	const readiness = {
		name: 'The platform',
		expected: 'an answer from http://127.0.0.1:9301',
		log,
		timeoutMs: 20,
	};
	return { server, readiness, log };
}

const reasonOf = ( wait: Promise< unknown > ): Promise< string > =>
	wait.then( () => 'ready', describeError );

const never = (): Promise< never > => new Promise( () => {} );

describe( 'waiting until a server is ready', () => {
	it( 'stops waiting when the server is ready', async () => {
		const { server, readiness } = makeServer( '' );
		let asked = 0;
		await waitUntilReady(
			server,
			{ ...readiness, timeoutMs: 10_000 },
			async () => ++asked === 3
		);
		expect( server.isStopped ).toBe( false );
	} );

	it( 'names what was expected, and the end of the log, when the server is too slow', async () => {
		const { server, readiness, log } = makeServer( 'one\ntwo\n' );
		expect(
			await reasonOf( expectReady( server, readiness, never ) )
		).toBe(
			`The platform was not ready within 0.02 s. Expected an answer from http://127.0.0.1:9301. The end of its log:\none\ntwo\n  → see ${ log }`
		);
		expect( server.isStopped ).toBe( true );
	} );

	it( 'says so when the log is empty', async () => {
		const { server, readiness } = makeServer( '' );
		expect(
			await reasonOf( expectReady( server, readiness, never ) )
		).toContain( '127.0.0.1:9301. Its log is empty.' );
	} );

	it( 'gives up although a request to the server never ends', async () => {
		const { server, readiness } = makeServer( '' );
		expect(
			await reasonOf( waitUntilReady( server, readiness, never ) )
		).toContain( 'was not ready within 0.02 s' );
	} );

	it( 'stops waiting with the exit code when the server has ended', async () => {
		const { server, readiness, log } = makeServer( 'Port 9301 is in use.' );
		const options = {
			...readiness,
			timeoutMs: 10_000,
			nextStep: 'choose another port',
		};
		const reason = reasonOf( waitUntilReady( server, options, never ) );
		server.end( 4 );
		expect( await reason ).toBe(
			`The platform ended with code 4 before it was ready. Expected an answer from http://127.0.0.1:9301. The end of its log:\nPort 9301 is in use.\n  → see ${ log }, or choose another port`
		);
	} );
} );
