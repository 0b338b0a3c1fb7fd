import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../reference-api/temporary-folder.ts';
import { runCommand } from '../fake-context.ts';

const NAMES = [
	...[ '--account', 'acme', '--app', 'shop' ],
	...[ '--environment', '0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55' ],
];

async function run( args: string[], file?: string, keys: string[] = [] ) {
	const folder = await temporaryFolder();
	const dotenv = path.join( folder, '.env' );
	if ( file !== undefined ) {
		writeFileSync( dotenv, file );
	}
	const ran = await runCommand( [ ...args, ...NAMES ], {
		env: {
			HEADLESS_API_URL: 'http://127.0.0.1:4100',
			HEADLESS_API_PASSWORD: 'own-secret',
		},
		folder,
		answer: ( { method } ) =>
			method === 'GET'
				? {
						body: JSON.stringify( {
							shellVariables: keys.map( ( key ) => ( { key } ) ),
						} ),
					}
				: { status: 400, body: '{"message":"Not possible: hidden 1"}' },
	} );
	return { ...ran, dotenv };
}

test( 'env pull adds missing keys with empty values, and changes nothing else', async () => {
	const { stdout, dotenv } = await run(
		[ 'env', 'pull' ],
		'# Mine\nA="kept"',
		[ 'A', 'B', 'C' ]
	);
	expect( readFileSync( dotenv, 'utf8' ) ).toBe(
		'# Mine\nA="kept"\nB=\nC=\n'
	);
	expect( stdout ).toContain( 'Added to .env: B, C.' );
	expect( stdout ).toContain( 'the host never returns the value' );
} );

test( 'env pull creates a file that only the user can read', async () => {
	const { dotenv } = await run( [ 'env', 'pull' ], undefined, [ 'A' ] );
	expect( readFileSync( dotenv, 'utf8' ) ).toBe( 'A=\n' );
	expect( statSync( dotenv ).mode % 0o1000 ).toBe( 0o600 );
} );

test( 'env pull exits with 2 and the reason if the folder of the file does not exist', async () => {
	const { exitCode, stderr } = await run(
		[ 'env', 'pull', 'missing/.env' ],
		undefined,
		[ 'A' ]
	);
	expect( exitCode ).toBe( 2 );
	expect( stderr ).toMatch( /no such file or directory, open '.*missing/ );
} );

test( 'env pull does not write a key that is not a name of a variable', async () => {
	const { stdout } = await run( [ 'env', 'pull', '--json' ], 'A=1', [
		'A',
		'B\nC=1',
	] );
	expect( JSON.parse( stdout ).added ).toEqual( [] );
} );

test.each( [ 'pull', 'push' ] )(
	'env %s refuses a symbolic link, which can lead out of the project',
	async ( command ) => {
		const outside = path.join( await temporaryFolder(), 'profile' );
		writeFileSync( outside, 'A=1\n' );
		const folder = await temporaryFolder();
		symlinkSync( outside, path.join( folder, '.env' ) );
		const { exitCode, stderr, requests } = await runCommand(
			[ 'env', command, ...NAMES ],
			{
				env: {
					HEADLESS_API_URL: 'http://127.0.0.1:4100',
					HEADLESS_API_PASSWORD: 'own-secret',
				},
				folder,
				answer: () => ( { body: '{"shellVariables":[{"key":"B"}]}' } ),
			}
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( 'is not a file.' );
		expect( readFileSync( outside, 'utf8' ) ).toBe( 'A=1\n' );
		expect( requests.map( ( { method } ) => method ) ).not.toContain(
			'PATCH'
		);
	}
);

describe( 'env push', () => {
	test( 'sends the values that are not empty; no message contains one', async () => {
		const { exitCode, requests, stderr, stdout } = await run(
			[ 'env', 'push' ],
			'A="hidden 1"\nB=\nexport C=two'
		);
		const [ request ] = requests;
		expect( request?.method ).toBe( 'PATCH' );
		expect( await request?.json() ).toEqual( {
			set: [
				{ key: 'A', value: 'hidden 1' },
				{ key: 'C', value: 'two' },
			],
		} );
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( 'Not possible: ••••' );
		expect( stdout + stderr ).not.toContain( 'hidden 1' );
	} );

	test.each( [
		[ 'a line cannot be read', 'A=1\nB="secret', '.env:2: The value of B' ],
		[
			'the file has only empty values',
			'A=\n',
			'no variable with a value',
		],
		[ 'the file does not exist', undefined, 'no variable with a value' ],
	] )( 'exits with 2 if %s', async ( _name, file, text ) => {
		const { exitCode, stderr, requests } = await run(
			[ 'env', 'push' ],
			file
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( text );
		expect( stderr ).not.toContain( 'secret' );
		expect( requests ).toEqual( [] );
	} );
} );
