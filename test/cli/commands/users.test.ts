import { describe, expect, test } from 'vitest';
import { runCommand } from '../fake-context.ts';
import type { FakeWorld } from '../fake-context.ts';

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

const answering = ( body: unknown, status = 200 ): FakeWorld => ( {
	env,
	answer: () => ( {
		status,
		body: body === '' ? '' : JSON.stringify( body ),
	} ),
} );

const users = ( words: string[], world: FakeWorld ) =>
	runCommand( [ 'users', ...words ], world );

describe( 'users create', () => {
	test( 'has a password made, and shows it once', async () => {
		const made = { ...KIM, password: 'made-by-the-platform' };
		const { exitCode, stdout, requests } = await users(
			[ 'create', 'kim', '--role', 'read', '--name', 'Kim, looks only' ],
			answering( made )
		);
		expect( exitCode ).toBe( 0 );
		expect( stdout ).toBe(
			'kim  none  acme=read  Kim, looks only\nPassword  made-by-the-platform  (shown this once)'
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

	test( 'gives the role write unless another is named', async () => {
		const { requests } = await users(
			[ 'create', 'ci' ],
			answering( KIM )
		);
		expect( await requests[ 0 ]?.json() ).toEqual( {
			id: 'ci',
			role: 'write',
		} );
	} );

	test( 'takes the password from HEADLESS_NEW_PASSWORD, and does not print it', async () => {
		const { stdout, stderr, requests } = await users( [ 'create', 'kim' ], {
			...answering( KIM ),
			env: { ...env, HEADLESS_NEW_PASSWORD: 'battery staple' },
		} );
		expect( await requests[ 0 ]?.json() ).toMatchObject( {
			password: 'battery staple',
		} );
		expect( stdout + stderr ).not.toContain( 'battery' );
	} );

	test( 'takes the password from standard input when told to', async () => {
		const { requests } = await users(
			[ 'create', 'kim', '--password-stdin' ],
			{ ...answering( KIM ), line: 'battery staple' }
		);
		expect( await requests[ 0 ]?.json() ).toMatchObject( {
			password: 'battery staple',
		} );
	} );

	test.each( [
		[
			'the own password would have to come there too',
			{ line: 'x', env: { ...env, HEADLESS_API_PASSWORD: '' } },
			'HEADLESS_API_PASSWORD',
		],
		[ 'there is none', { line: '' }, 'no new password' ],
	] )( 'ends with 2 when %s', async ( _why, world, words ) => {
		const { exitCode, stderr, requests } = await users(
			[ 'create', 'kim', '--password-stdin' ],
			{ ...answering( KIM ), ...world }
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( words );
		expect( requests ).toEqual( [] );
	} );

	test( 'prints one line of JSON', async () => {
		const made = { ...KIM, password: 'made-by-the-platform' };
		const { stdout } = await users(
			[ 'create', 'kim', '--json' ],
			answering( made )
		);
		expect( JSON.parse( stdout ) ).toEqual( made );
		const given = await users(
			[ 'create', 'kim', '--json' ],
			answering( KIM )
		);
		expect( JSON.parse( given.stdout ) ).toEqual( KIM );
	} );

	test( 'ends with 1 and the platform’s words, without either password', async () => {
		const { exitCode, stderr } = await users( [ 'create', 'kim' ], {
			...answering( { message: 'No: own-secret, battery staple' }, 400 ),
			env: { ...env, HEADLESS_NEW_PASSWORD: 'battery staple' },
		} );
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( 'refused with 400: No: ••••, ••••' );
	} );
} );

describe( 'roles in accounts', () => {
	test( 'are given to a new user for each account that is named', async () => {
		const { requests } = await users(
			[ 'create', 'ci', '--account', 'acme', '--account', 'globex' ],
			answering( KIM )
		);
		expect( await requests[ 0 ]?.json() ).toEqual( {
			id: 'ci',
			accounts: [
				{ account: 'acme', role: 'write' },
				{ account: 'globex', role: 'write' },
			],
		} );
	} );

	test( 'are set, and ended by the role none', async () => {
		const asked = async ( role: string ) => {
			const { requests } = await users(
				[ 'set-role', 'kim', role, '--account', 'acme' ],
				answering( KIM )
			);
			return `${ requests[ 0 ]?.method } ${ requests[ 0 ]?.url }`;
		};
		const url = 'http://127.0.0.1:4100/_local/users/kim/accounts/acme';
		expect( await asked( 'read' ) ).toBe( `PUT ${ url }` );
		expect( await asked( 'none' ) ).toBe( `DELETE ${ url }` );
	} );
} );

describe( 'users list', () => {
	test( 'prints a line each, which cannot steer the terminal', async () => {
		const hostile = {
			...KIM,
			accounts: [],
			id: 'max',
			role: 'write',
			name: '\u001b[2JMax',
		};
		const { stdout } = await users(
			[ 'list' ],
			answering( { users: [ KIM, hostile ] } )
		);
		expect( stdout ).toBe(
			'kim  none  acme=read  Kim, looks only\nmax  write  Max'
		);
	} );

	test( 'prints JSON', async () => {
		const { stdout } = await users(
			[ 'list', '--json' ],
			answering( { users: [ KIM ] } )
		);
		expect( JSON.parse( stdout ) ).toEqual( [ KIM ] );
	} );

	test( 'ends with 1 when something else answers', async () => {
		const { exitCode, stderr } = await users(
			[ 'list' ],
			answering( { users: [ { id: 'kim' } ] } )
		);
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( 'without users' );
	} );
} );

describe( 'changes', () => {
	test( 'delete says so', async () => {
		const { stdout, requests } = await users(
			[ 'delete', 'sam@example.com/x' ],
			answering( '', 200 )
		);
		expect( stdout ).toBe( 'Deleted.' );
		expect( `${ requests[ 0 ]?.method } ${ requests[ 0 ]?.url }` ).toBe(
			'DELETE http://127.0.0.1:4100/_local/users/sam%40example.com%2Fx'
		);
	} );

	test( 'set-role gives another role', async () => {
		const { stdout, requests } = await users(
			[ 'set-role', 'kim', 'read' ],
			answering( KIM )
		);
		expect( stdout ).toBe( 'kim  none  acme=read  Kim, looks only' );
		expect( `${ requests[ 0 ]?.method } ${ requests[ 0 ]?.url }` ).toBe(
			'PUT http://127.0.0.1:4100/_local/users/kim/role'
		);
		expect( await requests[ 0 ]?.json() ).toEqual( { role: 'read' } );
	} );

	test( 'set-password has one made', async () => {
		const { stdout, requests } = await users(
			[ 'set-password', 'kim' ],
			answering( { ...KIM, password: 'made-by-the-platform' } )
		);
		expect( stdout ).toContain( 'made-by-the-platform' );
		expect( `${ requests[ 0 ]?.method } ${ requests[ 0 ]?.url }` ).toBe(
			'PUT http://127.0.0.1:4100/_local/users/kim/password'
		);
		expect( await requests[ 0 ]?.json() ).toEqual( {} );
	} );
} );

test( 'no password is an option or an argument', async () => {
	for ( const words of [
		[ 'create', 'kim', '--password', 'battery' ],
		[ 'create', 'kim', 'battery' ],
		[ 'set-password', 'kim', 'battery' ],
	] ) {
		const { exitCode, requests } = await users( words, answering( KIM ) );
		expect( exitCode ).toBe( 2 );
		expect( requests ).toEqual( [] );
	}
} );
