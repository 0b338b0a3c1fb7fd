import { expect, test } from 'vitest';
import { runCommand } from '../fake-context.ts';

const env = {
	HEADLESS_API_URL: 'http://127.0.0.1:4100',
	HEADLESS_API_PASSWORD: 'secret',
};

test( 'accounts create creates an account and prints it', async () => {
	const { exitCode, stdout, requests } = await runCommand(
		[ 'accounts', 'create', 'acme', '--json' ],
		{ env, answer: () => ( { body: '{"name":"acme","id":"u-u"}' } ) }
	);
	expect( exitCode ).toBe( 0 );
	expect( JSON.parse( stdout ) ).toEqual( { name: 'acme', id: 'u-u' } );
	expect( requests[ 0 ]?.method ).toBe( 'POST' );
	expect( await requests[ 0 ]?.json() ).toEqual( { name: 'acme' } );
} );

test( 'accounts list prints all accounts', async () => {
	const answer = () => ( {
		body: '{"accounts":[{"name":"a","id":"1"},{"name":"b","id":"2"}]}',
	} );
	expect(
		await runCommand( [ 'accounts', 'list' ], { env, answer } )
	).toMatchObject( {
		exitCode: 0,
		stdout: 'a  1\nb  2',
	} );
	const { stdout } = await runCommand( [ 'accounts', 'list', '--json' ], {
		env,
		answer,
	} );
	expect( JSON.parse( stdout ) ).toHaveLength( 2 );
} );

test( 'exits with 1 if the platform rejects the account', async () => {
	const { exitCode, stderr } = await runCommand(
		[ 'accounts', 'create', 'acme' ],
		{
			env,
			answer: () => ( {
				status: 409,
				body: '{"message":"This account exists."}',
			} ),
		}
	);
	expect( exitCode ).toBe( 1 );
	expect( stderr ).toContain( 'This account exists.' );
} );
