import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../reference-api/temporary-folder.ts';
import { runCommand } from '../fake-context.ts';
import type { FakeContext } from '../fake-context.ts';

const HOST = 'http://127.0.0.1:4100';

async function makeContext( overrides: FakeContext = {} ) {
	const parent = await temporaryFolder();
	return {
		configFolder: path.join( parent, 'config', 'headless-deploy' ),
		answer: ( { url }: Request ) => ( {
			body: url.endsWith( '/_local/health' )
				? '{"status":"ok"}'
				: '{"accounts":[],"regions":[]}',
		} ),
		...overrides,
	};
}

function authorizationOf( requests: Request[] ): string {
	const header = requests.at( -1 )?.headers.get( 'authorization' ) ?? '';
	return Buffer.from( header.replace( 'Basic ', '' ), 'base64' ).toString();
}

test( 'login stores the password for this user only, and later commands use it', async () => {
	const context = await makeContext();
	const { exitCode, stdout } = await runCommand(
		[ 'login', '--host', HOST, '--user', 'sam' ],
		{ ...context, line: 'correct horse' }
	);
	expect( exitCode ).toBe( 0 );
	expect( stdout ).not.toContain( 'correct horse' );
	const file = path.join( context.configFolder, 'credentials.json' );
	expect( statSync( file ).mode % 0o1000 ).toBe( 0o600 );
	expect( statSync( context.configFolder ).mode % 0o1000 ).toBe( 0o700 );
	const { requests } = await runCommand( [ 'accounts', 'list' ], context );
	expect( requests[ 0 ]?.url ).toBe( `${ HOST }/_local/accounts` );
	expect( authorizationOf( requests ) ).toBe( 'sam:correct horse' );
} );

test( 'a file that others can read is replaced by one that only the user can read', async () => {
	const context = await makeContext();
	const file = path.join( context.configFolder, 'credentials.json' );
	mkdirSync( context.configFolder, { recursive: true } );
	writeFileSync( file, '{"defaultHost":"","hosts":{}}', { mode: 0o644 } );
	await runCommand( [ 'login', '--host', HOST ], {
		...context,
		line: 'x y',
	} );
	expect( statSync( file ).mode % 0o1000 ).toBe( 0o600 );
} );

test( 'a saved password is sent neither to another host nor for another user', async () => {
	const context = await makeContext();
	await runCommand( [ 'login', '--host', HOST ], {
		...context,
		line: 'saved',
	} );
	const list = [ 'accounts', 'list' ];
	for ( const other of [
		[ ...list, '--host', 'http://127.0.0.1:4200' ],
		[ ...list, '--user', 'kim' ],
	] ) {
		const { exitCode, stderr, requests } = await runCommand(
			other,
			context
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( 'is missing. Set HEADLESS_API_PASSWORD' );
		expect( requests ).toEqual( [] );
	}
} );

test( 'HEADLESS_API_PASSWORD has priority over the saved password', async () => {
	const context = await makeContext();
	await runCommand( [ 'login', '--host', HOST ], {
		...context,
		line: 'saved',
	} );
	const { requests } = await runCommand( [ 'accounts', 'list' ], {
		...context,
		env: { HEADLESS_API_PASSWORD: 'given' },
	} );
	expect( authorizationOf( requests ) ).toBe( 'api:given' );
} );

test( 'login stores nothing if the platform rejects the password', async () => {
	const context = await makeContext( {
		answer: ( { url } ) =>
			url.endsWith( '/_local/health' )
				? { body: '{"status":"ok"}' }
				: { status: 401, body: '{"message":"Bad Credentials: typo"}' },
	} );
	const { exitCode, stderr } = await runCommand(
		[ 'login', '--host', HOST ],
		{ ...context, line: 'typo' }
	);
	expect( exitCode ).toBe( 1 );
	expect( stderr ).toContain( 'Bad Credentials: ••••' );
	const { stderr: later } = await runCommand(
		[ 'accounts', 'list' ],
		context
	);
	expect( later ).toContain( 'The address of the host is missing' );
} );

test( 'login asks in a terminal, and does not check the password of another host', async () => {
	const context = await makeContext( {
		isInteractive: true,
		promptText: async ( label ) =>
			label === 'API user' ? 'sam' : 'https://hosting.example/',
		promptSecret: async () => 'typed',
		answer: () => ( { status: 404 } ),
	} );
	const { stdout, requests } = await runCommand(
		[ 'login', '--json' ],
		context
	);
	expect( JSON.parse( stdout ) ).toEqual( {
		host: 'https://hosting.example',
		user: 'sam',
		isChecked: false,
	} );
	expect( requests ).toHaveLength( 1 );
} );

test( 'logout deletes the password', async () => {
	const context = await makeContext();
	await runCommand( [ 'login', '--host', HOST ], {
		...context,
		line: 'saved',
	} );
	const { stdout } = await runCommand( [ 'logout' ], context );
	expect( stdout ).toBe( `Logged out at ${ HOST }.` );
	const again = await runCommand( [ 'logout', '--host', HOST ], context );
	expect( again ).toMatchObject( {
		exitCode: 2,
		stderr: `You are not logged in at ${ HOST }.`,
	} );
} );

test( 'a damaged file is reported', async () => {
	const context = await makeContext();
	mkdirSync( context.configFolder, { recursive: true } );
	const file = path.join( context.configFolder, 'credentials.json' );
	writeFileSync( file, '{' );
	const { exitCode, stderr } = await runCommand(
		[ 'apps', 'list' ],
		context
	);
	expect( exitCode ).toBe( 2 );
	expect( stderr ).toContain( `${ file } is not valid JSON.` );
} );

test( 'a file that other users can read is closed to them, with a warning', async () => {
	const context = await makeContext();
	await runCommand( [ 'login', '--host', HOST ], {
		...context,
		line: 'saved',
	} );
	const file = path.join( context.configFolder, 'credentials.json' );
	chmodSync( file, 0o644 );
	const { exitCode, stderr } = await runCommand(
		[ 'accounts', 'list' ],
		context
	);
	expect( exitCode ).toBe( 0 );
	expect( stderr ).toContain(
		`Other users of this machine could read ${ file }.`
	);
	expect( statSync( file ).mode % 0o1000 ).toBe( 0o600 );
	const again = await runCommand( [ 'accounts', 'list' ], context );
	expect( again.stderr ).toBe( '' );
} );
