import { describe, expect, test } from 'vitest';
import { runCommand } from '../fake-context.ts';
import type { FakeContext } from '../fake-context.ts';

const env = {
	HEADLESS_API_URL: 'http://127.0.0.1:4100',
	HEADLESS_API_PASSWORD: 'own-secret',
};
const KIM = {
	id: 'kim',
	name: 'Kim, looks only',
	role: 'none',
	accounts: [ { account: 'acme', role: 'read' } ],
	createTime: '2026-11-21T08:00:00.000Z',
	createdBy: 'api',
};

const respondingWith = ( body: unknown, status = 200 ): FakeContext => ( {
	env,
	answer: () => ( {
		status,
		body: body === '' ? '' : JSON.stringify( body ),
	} ),
} );

const users = ( args: string[], context: FakeContext ) =>
	runCommand( [ 'users', ...args ], context );

describe( 'users create', () => {
	test( 'users create prints a generated password once', async () => {
		const made = { ...KIM, password: 'made-by-the-platform' };
		const { exitCode, stdout, requests } = await users(
			[ 'create', 'kim', '--role', 'read', '--name', 'Kim, looks only' ],
			respondingWith( made )
		);
		expect( exitCode ).toBe( 0 );
		expect( stdout ).toBe(
			'kim  none  acme=read  Kim, looks only\nPassword  made-by-the-platform  (shown only once)'
		);
		expect( `${ requests[ 0 ]?.method } ${ requests[ 0 ]?.url }` ).toBe(
			'POST http://127.0.0.1:4100/_local/users'
		);
		expect( await requests[ 0 ]?.json() ).toEqual( {
			id: 'kim',
			role: 'read',
			name: 'Kim, looks only',
		} );
	} );

	test( 'users create uses the role write by default', async () => {
		const { requests } = await users(
			[ 'create', 'ci' ],
			respondingWith( KIM )
		);
		expect( await requests[ 0 ]?.json() ).toEqual( {
			id: 'ci',
			role: 'write',
		} );
	} );

	test( 'reads the new password from HEADLESS_NEW_PASSWORD and does not print it', async () => {
		const { stdout, stderr, requests } = await users( [ 'create', 'kim' ], {
			...respondingWith( KIM ),
			env: { ...env, HEADLESS_NEW_PASSWORD: 'battery staple' },
		} );
		expect( await requests[ 0 ]?.json() ).toMatchObject( {
			password: 'battery staple',
		} );
		expect( stdout + stderr ).not.toContain( 'battery' );
	} );

	test( 'reads the new password from standard input with --password-stdin', async () => {
		const { requests } = await users(
			[ 'create', 'kim', '--password-stdin' ],
			{ ...respondingWith( KIM ), line: 'battery staple' }
		);
		expect( await requests[ 0 ]?.json() ).toMatchObject( {
			password: 'battery staple',
		} );
	} );

	test.each( [
		[
			'the user’s own password is missing',
			{ line: 'x', env: { ...env, HEADLESS_API_PASSWORD: '' } },
			'HEADLESS_API_PASSWORD',
		],
		[ 'standard input is empty', { line: '' }, 'contains no password' ],
	] )( 'exits with 2 if %s', async ( _why, context, text ) => {
		const { exitCode, stderr, requests } = await users(
			[ 'create', 'kim', '--password-stdin' ],
			{ ...respondingWith( KIM ), ...context }
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( text );
		expect( requests ).toEqual( [] );
	} );

	test( 'users create --json prints one line, with the password only if it was generated', async () => {
		const made = { ...KIM, password: 'made-by-the-platform' };
		const { stdout } = await users(
			[ 'create', 'kim', '--json' ],
			respondingWith( made )
		);
		expect( JSON.parse( stdout ) ).toEqual( made );
		const given = await users(
			[ 'create', 'kim', '--json' ],
			respondingWith( KIM )
		);
		expect( JSON.parse( given.stdout ) ).toEqual( KIM );
	} );

	test( 'exits with 1 and prints the platform’s message without either password', async () => {
		const { exitCode, stderr } = await users( [ 'create', 'kim' ], {
			...respondingWith(
				{ message: 'No: own-secret, battery staple' },
				400
			),
			env: { ...env, HEADLESS_NEW_PASSWORD: 'battery staple' },
		} );
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain(
			'rejected the request with 400: No: ••••, ••••'
		);
	} );
} );

describe( 'roles in accounts', () => {
	test( 'users create sets the role in each given account', async () => {
		const { requests } = await users(
			[ 'create', 'ci', '--account', 'acme', '--account', 'globex' ],
			respondingWith( KIM )
		);
		expect( await requests[ 0 ]?.json() ).toEqual( {
			id: 'ci',
			accounts: [
				{ account: 'acme', role: 'write' },
				{ account: 'globex', role: 'write' },
			],
		} );
	} );

	test( 'users set-role sets a role in an account, and none removes the user from it', async () => {
		const asked = async ( role: string ) => {
			const { requests } = await users(
				[ 'set-role', 'kim', role, '--account', 'acme' ],
				respondingWith( KIM )
			);
			return `${ requests[ 0 ]?.method } ${ requests[ 0 ]?.url }`;
		};
		const url = 'http://127.0.0.1:4100/_local/users/kim/accounts/acme';
		expect( await asked( 'read' ) ).toBe( `PUT ${ url }` );
		expect( await asked( 'none' ) ).toBe( `DELETE ${ url }` );
	} );
} );

describe( 'users list', () => {
	test( 'users list prints a line per user without terminal control characters', async () => {
		const hostile = {
			...KIM,
			accounts: [],
			id: 'max',
			role: 'write',
			name: '\u001b[2JMax',
		};
		const { stdout } = await users(
			[ 'list' ],
			respondingWith( { users: [ KIM, hostile ] } )
		);
		expect( stdout ).toBe(
			'kim  none   acme=read  Kim, looks only\nmax  write             Max'
		);
	} );

	test( 'users list --json prints JSON', async () => {
		const { stdout } = await users(
			[ 'list', '--json' ],
			respondingWith( { users: [ KIM ] } )
		);
		expect( JSON.parse( stdout ) ).toEqual( [ KIM ] );
	} );

	test( 'exits with 1 if the response has no users', async () => {
		const { exitCode, stderr } = await users(
			[ 'list' ],
			respondingWith( { users: [ { id: 'kim' } ] } )
		);
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( 'response has no valid users[0].name' );
	} );
} );

describe( 'changes', () => {
	test( 'users delete confirms the deletion', async () => {
		const { stdout, requests } = await users(
			[ 'delete', 'sam@example.com/x', '--yes' ],
			respondingWith( '', 200 )
		);
		expect( stdout ).toBe( 'User deleted.' );
		expect( `${ requests[ 0 ]?.method } ${ requests[ 0 ]?.url }` ).toBe(
			'DELETE http://127.0.0.1:4100/_local/users/sam%40example.com%2Fx'
		);
	} );

	test( 'users set-role changes the platform role', async () => {
		const { stdout, requests } = await users(
			[ 'set-role', 'kim', 'read' ],
			respondingWith( KIM )
		);
		expect( stdout ).toBe( 'kim  none  acme=read  Kim, looks only' );
		expect( `${ requests[ 0 ]?.method } ${ requests[ 0 ]?.url }` ).toBe(
			'PUT http://127.0.0.1:4100/_local/users/kim/role'
		);
		expect( await requests[ 0 ]?.json() ).toEqual( { role: 'read' } );
	} );

	test( 'users set-password prints a generated password', async () => {
		const { stdout, requests } = await users(
			[ 'set-password', 'kim' ],
			respondingWith( { ...KIM, password: 'made-by-the-platform' } )
		);
		expect( stdout ).toContain( 'made-by-the-platform' );
		expect( `${ requests[ 0 ]?.method } ${ requests[ 0 ]?.url }` ).toBe(
			'PUT http://127.0.0.1:4100/_local/users/kim/password'
		);
		expect( await requests[ 0 ]?.json() ).toEqual( {} );
	} );
} );

test( 'no command accepts a password as an option or an argument', async () => {
	for ( const commandLine of [
		[ 'create', 'kim', '--password', 'battery' ],
		[ 'create', 'kim', 'battery' ],
		[ 'set-password', 'kim', 'battery' ],
	] ) {
		const { exitCode, requests } = await users(
			commandLine,
			respondingWith( KIM )
		);
		expect( exitCode ).toBe( 2 );
		expect( requests ).toEqual( [] );
	}
} );
