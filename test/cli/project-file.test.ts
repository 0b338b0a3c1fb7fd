import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../reference-api/temporary-folder.ts';
import { runCommand } from './fake-context.ts';

const PROJECT = {
	host: 'https://hosting.example',
	account: 'acme',
	app: 'shop',
};

/** Runs `environments list` in a folder below one with the given project file. */
async function listIn( content: string, ...args: string[] ) {
	const folder = await temporaryFolder();
	const below = path.join( folder, 'apps', 'web' );
	mkdirSync( below, { recursive: true } );
	writeFileSync( path.join( folder, 'headless-deploy.json' ), content );
	return runCommand( [ 'environments', 'list', ...args ], {
		env: { HEADLESS_API_PASSWORD: 'secret' },
		folder: below,
		answer: () => ( { body: '{"environments":[]}' } ),
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
	const { requests } = await listIn(
		JSON.stringify( PROJECT ),
		...[ '--host', 'https://other.example', '--app', 'blog' ]
	);
	expect( requests[ 0 ]?.url ).toBe(
		'https://other.example/v1/accounts/acme/apps/blog/environments'
	);
} );

test.each( [
	[ 'is not JSON', '{', 'is not valid JSON' ],
	[ 'has another type', '{"account":7}', '“account” in' ],
	[ 'has no host', '{}', 'The address of the host is missing' ],
	[ 'is null', 'null', 'The address of the host is missing' ],
] )( 'exits with 2 if the project file %s', async ( _what, content, text ) => {
	const { exitCode, stderr, requests } = await listIn( content );
	expect( exitCode ).toBe( 2 );
	expect( stderr ).toContain( text );
	expect( requests ).toEqual( [] );
} );
