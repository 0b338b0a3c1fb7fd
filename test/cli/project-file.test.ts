import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../reference-api/temporary-folder.ts';
import { runCommand } from './fake-context.ts';
import type { FakeContext } from './fake-context.ts';

const PROJECT = {
	host: 'https://hosting.example',
	account: 'acme',
	app: 'shop',
};

/** Creates a configuration folder with the login of a host. */
async function saveLogin( host: string ): Promise< string > {
	const folder = await temporaryFolder();
	const login = { user: 'sam', password: 'saved' };
	writeFileSync(
		path.join( folder, 'credentials.json' ),
		JSON.stringify( { defaultHost: '', hosts: { [ host ]: login } } ),
		{ mode: 0o600 }
	);
	return folder;
}

/** Runs `environments list` in a folder below one with the given project file. */
async function listIn(
	content: string,
	args: string[] = [],
	overrides: FakeContext = {}
) {
	const folder = await temporaryFolder();
	const below = path.join( folder, 'apps', 'web' );
	mkdirSync( below, { recursive: true } );
	writeFileSync( path.join( folder, 'headless-deploy.json' ), content );
	return runCommand( [ 'environments', 'list', ...args ], {
		env: { HEADLESS_API_PASSWORD: 'secret' },
		configFolder: await saveLogin( PROJECT.host ),
		folder: below,
		answer: () => ( { body: '{"environments":[]}' } ),
		...overrides,
	} );
}

test( 'a command reads the names of the project file in a folder above', async () => {
	const { exitCode, requests } = await listIn( JSON.stringify( PROJECT ) );
	expect( exitCode ).toBe( 0 );
	expect( requests.map( ( { url } ) => url ) ).toEqual( [
		'https://hosting.example/v1/accounts/acme/apps/shop/environments',
	] );
} );

test( 'options have priority over the project file', async () => {
	const { requests } = await listIn( JSON.stringify( PROJECT ), [
		'--host',
		'https://other.example',
		'--app',
		'blog',
	] );
	expect( requests[ 0 ]?.url ).toBe(
		'https://other.example/v1/accounts/acme/apps/blog/environments'
	);
} );

test.each( [
	[ 'is not JSON', '{', 'is not valid JSON' ],
	[ 'has another type', '{"account":7}', '“account” in' ],
	[
		'leads out of its folder',
		'{"rootDirectory":"../x"}',
		'“rootDirectory” in',
	],
	[ 'has no host', '{}', 'The address of the host is missing' ],
	[ 'is null', 'null', 'The address of the host is missing' ],
] )( 'exits with 2 if the project file %s', async ( _what, content, text ) => {
	const { exitCode, stderr, requests } = await listIn( content );
	expect( exitCode ).toBe( 2 );
	expect( stderr ).toContain( text );
	expect( requests ).toEqual( [] );
} );

describe( 'a project file that names a host where the user is not logged in', () => {
	const HOSTILE = JSON.stringify( {
		...PROJECT,
		host: 'https://evil.example',
	} );

	test.each( [
		[
			'HEADLESS_API_PASSWORD',
			{ env: { HEADLESS_API_PASSWORD: 'secret' } },
		],
		[ 'the saved password of another host', { env: {} } ],
		[ 'a password on standard input', { env: {}, line: 'secret' } ],
		[
			'a password that a user enters',
			{ env: {}, isInteractive: true, promptSecret: async () => 'typed' },
		],
	] )(
		'a host that a project file names and where the user is not logged in does not get %s',
		async ( _what, context ) => {
			const { exitCode, stderr, requests } = await listIn(
				HOSTILE,
				[],
				context
			);
			expect( exitCode ).toBe( 2 );
			expect( requests ).toEqual( [] );
			expect( stderr ).toContain(
				'headless-deploy.json names the host https://evil.example, and you are not logged in there.'
			);
		}
	);

	test.each( [
		[ '--host', [ '--host', 'https://evil.example' ], {} ],
		[
			'HEADLESS_API_URL',
			[],
			{ HEADLESS_API_URL: 'https://evil.example' },
		],
	] )(
		'a host that a project file names gets the password if %s names it too',
		async ( _how, args, env ) => {
			const { exitCode } = await listIn( HOSTILE, args, {
				env: { HEADLESS_API_PASSWORD: 'secret', ...env },
			} );
			expect( exitCode ).toBe( 0 );
		}
	);

	test( 'a host that a project file names is not the host of a login in a script', async () => {
		const folder = await temporaryFolder();
		writeFileSync( path.join( folder, 'headless-deploy.json' ), HOSTILE );
		const { requests } = await runCommand( [ 'login' ], {
			env: { HEADLESS_API_PASSWORD: 'secret' },
			configFolder: path.join( folder, 'config' ),
			folder,
			answer: () => ( { status: 404 } ),
		} );
		expect(
			new Set( requests.map( ( { url } ) => new URL( url ).host ) )
		).toEqual( new Set( [ '127.0.0.1:4100' ] ) );
	} );
} );
