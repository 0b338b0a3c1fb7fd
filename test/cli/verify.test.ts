import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOwn } from '../conformance/target.ts';
import type { Target } from '../conformance/target.ts';
import { runCommand } from './fake-context.ts';
import type { FakeContext } from './fake-context.ts';

let target: Target;

beforeAll( async () => {
	target = await startOwn();
} );

afterAll( () => target.close() );

function verify( args: string[], overrides: FakeContext = {} ) {
	const { user, password } = target.credentials;
	return runCommand( [ 'verify', '--account', 'acme', ...args ], {
		env: {
			HEADLESS_API_URL: target.url,
			HEADLESS_API_USER: user,
			HEADLESS_API_PASSWORD: password,
		},
		...( overrides.answer ? {} : { fetch } ),
		...overrides,
	} );
}

describe( 'verify at the local platform', () => {
	test( 'finds no difference, and changes nothing by default', async () => {
		const methods: string[] = [];
		const { exitCode, stdout } = await verify( [], {
			fetch: async ( input, init ) => {
				const response = await fetch( input, init );
				methods.push( `${ init?.method } ${ response.status }` );
				return response;
			},
		} );
		expect( stdout ).toMatch(
			/9 as documented, 0 different, 4 skipped\.$/
		);
		expect( exitCode ).toBe( 0 );
		expect( methods ).not.toContain( 'POST 200' );
	} );

	test( 'finds no difference with --write, and deletes what it created', async () => {
		const args = [ '--write', '--wordpress', 'blog', '--json' ];
		const { exitCode, stdout } = await verify( args );
		expect( exitCode ).toBe( 0 );
		const results = JSON.parse( stdout ) as { result: string }[];
		expect( new Set( results.map( ( { result } ) => result ) ) ).toEqual(
			new Set( [ 'same' ] )
		);
		const apps = await target.request( '/v1/accounts/acme/apps' );
		expect( await apps.json() ).toEqual( { apps: [] } );
	} );

	test( 'exits with 2 if --write has no install', async () => {
		const { exitCode, stderr } = await verify( [ '--write' ] );
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( '--wordpress <install>' );
	} );
} );

test( 'exits with 3 if the host cannot be reached', async () => {
	const { exitCode, stderr } = await verify( [], {
		answer: () =>
			new TypeError( 'fetch failed', {
				cause: new Error( 'ECONNREFUSED' ),
			} ),
	} );
	expect( exitCode ).toBe( 3 );
	expect( stderr ).toContain( 'ECONNREFUSED' );
} );

test( 'the report of another host masks secrets and names', async () => {
	const id = '0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55';
	const { exitCode, stdout, stderr } = await verify(
		[ '--account-id', id, '--usage-host', 'https://usage.example/v1' ],
		{
			env: {
				HEADLESS_API_URL: 'https://hosting.example',
				HEADLESS_API_USER: 'sam',
				HEADLESS_API_PASSWORD: 'correct horse',
			},
			answer: ( { url } ) =>
				url.includes( '/_local/' )
					? { status: 404 }
					: {
							status: 200,
							body: `{"echo":"correct horse","user":"sam","account":"acme","id":"${ id }"}`,
						},
		}
	);
	expect( exitCode ).toBe( 1 );
	expect( stderr ).toBe( 'The host differs from the interface document.' );
	expect( stdout ).toContain( 'expected status 401 or 403, got' );
	expect( stdout ).toContain( '••••' );
	expect( stdout ).not.toMatch( /correct horse|acme|sam|0b8e1c1e/ );
} );
