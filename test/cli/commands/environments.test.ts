import { expect, test } from 'vitest';
import { runCommand } from '../fake-context.ts';

const env = {
	HEADLESS_API_URL: 'http://127.0.0.1:4100',
	HEADLESS_API_PASSWORD: 'secret',
};
const where = [ '--account', 'acme', '--app', 'shop' ];
const environment = ( id: string, rootDirectory: string ) => ( {
	name: `accounts/acme/apps/shop/environments/${ id }`,
	displayName: `Name of ${ id }`,
	rootDirectory,
	branch: 'uploadable',
} );

test( 'environments list prints the ID, name, root directory and application state', async () => {
	const environments = [
		environment( 'e1', '' ),
		{ ...environment( 'e2', 'web' ), application: { state: 'down' } },
	];
	const { exitCode, stdout, requests } = await runCommand(
		[ 'environments', 'list', ...where ],
		{ env, answer: () => ( { body: JSON.stringify( { environments } ) } ) }
	);
	expect( exitCode ).toBe( 0 );
	expect( stdout ).toBe(
		'e1  Name of e1  top folder  not live yet\ne2  Name of e2  web  down'
	);
	expect( requests[ 0 ]?.url ).toBe(
		'http://127.0.0.1:4100/v1/accounts/acme/apps/shop/environments'
	);
} );

test( 'environments update changes the root directory and prints the environment', async () => {
	const { stdout, requests } = await runCommand(
		[
			...[ 'environments', 'update', 'e2', ...where ],
			...[ '--root-directory', 'apps/web', '--json' ],
		],
		{
			env,
			answer: () => ( {
				body: JSON.stringify( environment( 'e2', 'apps/web' ) ),
			} ),
		}
	);
	expect( JSON.parse( stdout ) ).toEqual( {
		id: 'e2',
		displayName: 'Name of e2',
		rootDirectory: 'apps/web',
		state: '',
	} );
	expect( requests[ 0 ]?.method ).toBe( 'PATCH' );
	expect( requests[ 0 ]?.url ).toMatch( /\/environments\/e2$/ );
	expect( await requests[ 0 ]?.json() ).toEqual( {
		rootDirectory: 'apps/web',
	} );
} );

test( 'environments update prints why the platform rejects a root directory', async () => {
	const { exitCode, stderr } = await runCommand(
		[ 'environments', 'update', 'e2', ...where, '--root-directory', '..' ],
		{
			env,
			answer: () => ( {
				status: 400,
				body: '{"message":"rootDirectory “..” is not possible"}',
			} ),
		}
	);
	expect( exitCode ).toBe( 1 );
	expect( stderr ).toContain( 'rootDirectory “..” is not possible' );
} );
