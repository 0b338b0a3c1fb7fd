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
		environment( '5f1c3f0e-3f0a-4f4e-9d39-5d7c2c1d9c55', '' ),
		{
			...environment( '0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55', 'web' ),
			application: { state: 'down' },
		},
	];
	const { exitCode, stdout, requests } = await runCommand(
		[ 'environments', 'list', ...where ],
		{ env, answer: () => ( { body: JSON.stringify( { environments } ) } ) }
	);
	expect( exitCode ).toBe( 0 );
	expect( stdout ).toBe(
		[
			'5f1c3f0e-3f0a-4f4e-9d39-5d7c2c1d9c55  Name of 5f1c3f0e-3f0a-4f4e-9d39-5d7c2c1d9c55  top folder  not live yet',
			'0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55  Name of 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55  web         down',
		].join( '\n' )
	);
	expect( requests[ 0 ]?.url ).toBe(
		'http://127.0.0.1:4100/v1/accounts/acme/apps/shop/environments'
	);
} );

test( 'environments update changes the root directory and prints the environment', async () => {
	const { stdout, requests } = await runCommand(
		[
			...[
				'environments',
				'update',
				'0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55',
				...where,
			],
			...[ '--root-directory', 'apps/web', '--json' ],
		],
		{
			env,
			answer: () => ( {
				body: JSON.stringify(
					environment(
						'0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55',
						'apps/web'
					)
				),
			} ),
		}
	);
	expect( JSON.parse( stdout ) ).toEqual( {
		id: '0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55',
		displayName: 'Name of 0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55',
		rootDirectory: 'apps/web',
		state: '',
	} );
	expect( requests[ 0 ]?.method ).toBe( 'PATCH' );
	expect( requests[ 0 ]?.url ).toMatch(
		/\/environments\/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55$/
	);
	expect( await requests[ 0 ]?.json() ).toEqual( {
		rootDirectory: 'apps/web',
	} );
} );

test( 'environments update prints why the platform rejects a root directory', async () => {
	const { exitCode, stderr } = await runCommand(
		[
			'environments',
			'update',
			'0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55',
			...where,
			'--root-directory',
			'..',
		],
		{
			env,
			answer: () => ( {
				status: 400,
				body: '{"message":"rootDirectory “..” is invalid"}',
			} ),
		}
	);
	expect( exitCode ).toBe( 1 );
	expect( stderr ).toContain( 'rootDirectory “..” is invalid' );
} );
