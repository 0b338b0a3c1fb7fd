/** The command line as a process, against the real platform. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Served } from './process.ts';
import { MAIN, runToEnd, startServing, stopAll } from './process.ts';

const PASSWORD = 'correct-horse';
const env = { HEADLESS_API_PASSWORD: PASSWORD };
const folder = mkdtempSync( path.join( tmpdir(), 'headless-deploy-cli-' ) );

function serveCommand( data: string, port = 0 ): string[] {
	return [
		...[
			process.execPath,
			MAIN,
			'serve',
			'--user',
			'sam',
			'--account',
			'acme',
		],
		...[ '--port', String( port ), '--data', path.join( folder, data ) ],
		...[ '--wordpress', 'prod=http://127.0.0.1:8881' ],
	];
}

function command( ...words: string[] ): string[] {
	return [ process.execPath, MAIN, ...words ];
}

let served: Served;
let environment: string;

/** Calls the API as a program does. */
async function post( address: string, body: unknown ): Promise< Response > {
	return fetch( served.line.url + address, {
		method: 'POST',
		headers: {
			authorization: `Basic ${ btoa( `sam:${ PASSWORD }` ) }`,
			'content-type': 'application/json',
		},
		body: JSON.stringify( body ),
	} );
}

beforeAll( async () => {
	served = await startServing( serveCommand( 'main' ), env );
	const apps = '/v1/accounts/acme/apps';
	await post( `${ apps }?appId=storefront`, {
		region: 'regions/UK',
		uploadable: {},
	} );
	const answer = await post( `${ apps }/storefront/environments`, {
		displayName: 'Production',
		branch: 'uploadable',
		wpEnvironment: 'prod',
	} );
	const { name } = ( await answer.json() ) as { name: string };
	environment = name.split( '/' )[ 5 ] ?? '';
} );

afterAll( async () => {
	await stopAll();
	rmSync( folder, { recursive: true, force: true } );
} );

describe( 'serve', () => {
	let second: Served | undefined;

	afterEach( async () => {
		await second?.stop();
		second = undefined;
	} );

	test( 'serve prints one line with its address, a one-time portal link and the accounts', async () => {
		const { url, portal, accounts } = served.line;
		expect( served.output().trim().split( '\n' ) ).toHaveLength( 1 );
		expect( accounts ).toEqual( [
			{ name: 'acme', id: expect.stringMatching( /^[0-9a-f-]{36}$/ ) },
		] );
		expect( portal.startsWith( `${ url }/portal/enter?code=` ) ).toBe(
			true
		);
		const entered = await fetch( portal, { redirect: 'manual' } );
		const cookie =
			entered.headers.get( 'set-cookie' )?.split( ';' )[ 0 ] ?? '';
		const page = await fetch( `${ url }/portal/accounts/acme`, {
			headers: { cookie },
		} );
		expect( page.status ).toBe( 200 );
		expect( await page.text() ).toContain( 'Production' );
		const again = await fetch( portal, { redirect: 'manual' } );
		expect( again.headers.get( 'set-cookie' ) ).toBeNull();
	} );

	test( 'serve neither prints the password nor passes it as an argument', () => {
		expect( served.output() ).not.toContain( PASSWORD );
		expect( serveCommand( 'main' ).join( ' ' ) ).not.toContain( PASSWORD );
	} );

	test.each( [ 'SIGINT', 'SIGTERM' ] as const )(
		'serve exits with 0 after %s and can start again',
		async ( signal ) => {
			const first = await startServing( serveCommand( signal ), env );
			expect( await first.stop( signal ) ).toBe( 0 );
			second = await startServing( serveCommand( signal ), env );
			expect( second.line.accounts ).toEqual( first.line.accounts );
		}
	);
} );

describe( 'webhooks and trigger', () => {
	const webhooks = ( subcommand: string ) =>
		runToEnd(
			command(
				...[
					'webhooks',
					subcommand,
					'--url',
					served.line.url,
					'--user',
					'sam',
				],
				...[
					'--account',
					'acme',
					'--app',
					'storefront',
					'--environment',
					environment,
					'--json',
				]
			),
			env
		);

	test( 'webhooks and trigger create, call, replace and delete the URLs of an environment', async () => {
		const created = await webhooks( 'create' );
		expect( created ).toMatchObject( { exitCode: 0, stderr: '' } );
		const urls = JSON.parse( created.stdout );
		expect( Object.keys( urls ) ).toEqual( [
			'rebuild',
			'cleanRebuild',
			'purgeCache',
		] );
		expect( JSON.parse( ( await webhooks( 'list' ) ).stdout ) ).toEqual(
			urls
		);

		const trigger = ( subcommand: string, url: string ) =>
			runToEnd( command( 'trigger', subcommand ), {}, url );
		expect( await trigger( 'purge-cache', urls.rebuild ) ).toMatchObject( {
			exitCode: 0,
		} );
		const refused = await trigger( 'rebuild', urls.purgeCache );
		expect( refused.exitCode ).toBe( 1 );
		expect( refused.stderr ).toMatch( /rejected the request with 422/ );

		const regenerated = JSON.parse(
			( await webhooks( 'regenerate' ) ).stdout
		);
		expect( regenerated.rebuild ).not.toBe( urls.rebuild );
		const old = await trigger( 'purge-cache', urls.rebuild );
		expect( old.exitCode ).toBe( 1 );
		expect( old.stderr ).not.toContain(
			new URL( urls.rebuild ).searchParams.get( 'token' )
		);

		expect( ( await webhooks( 'delete' ) ).exitCode ).toBe( 0 );
		expect( ( await webhooks( 'list' ) ).exitCode ).toBe( 1 );
	} );

	test( 'accounts creates and lists accounts', async () => {
		const accounts = ( ...words: string[] ) =>
			runToEnd(
				command(
					'accounts',
					...words,
					'--json',
					'--url',
					served.line.url,
					'--user',
					'sam'
				),
				env
			);
		const { stdout } = await accounts( 'create', 'second' );
		const { id } = JSON.parse( stdout );
		expect(
			JSON.parse( ( await accounts( 'list' ) ).stdout )
		).toContainEqual( { name: 'second', id } );
		expect( ( await accounts( 'create', 'second' ) ).exitCode ).toBe( 1 );
		expect( ( await accounts( 'create', 'no/name' ) ).exitCode ).toBe( 1 );
	} );

	test( 'users creates, changes, lists and deletes users, and the platform applies their roles', async () => {
		const connection = [ '--url', served.line.url, '--json' ];
		const users = ( ...words: string[] ) =>
			runToEnd(
				command( 'users', ...words, ...connection, '--user', 'sam' ),
				env
			);
		const made = await users( 'create', 'kim', '--role', 'read' );
		expect( made ).toMatchObject( { exitCode: 0, stderr: '' } );
		const { password, ...kim } = JSON.parse( made.stdout );
		const list = await users( 'list' );
		expect( JSON.parse( list.stdout ) ).toContainEqual( kim );
		const accountsAsKim = ( ...words: string[] ) =>
			runToEnd(
				command( 'accounts', ...words, ...connection, '--user', 'kim' ),
				{ HEADLESS_API_PASSWORD: password }
			);
		expect( ( await accountsAsKim( 'list' ) ).exitCode ).toBe( 0 );
		const refused = await accountsAsKim( 'create', 'third' );
		expect( refused.exitCode ).toBe( 1 );
		expect( refused.stderr ).toContain(
			'Ask an administrator for the write role.'
		);
		await users( 'set-role', 'kim', 'write' );
		expect( ( await accountsAsKim( 'create', 'third' ) ).exitCode ).toBe(
			0
		);
		expect( ( await users( 'delete', 'kim' ) ).stdout ).toBe(
			'{"deleted":true}\n'
		);
		expect( ( await accountsAsKim( 'list' ) ).stderr ).toContain( '401' );
		expect( ( await users( 'delete', 'sam' ) ).stderr ).toContain(
			'last API user'
		);
	} );

	test( 'a wrong password is rejected', async () => {
		const { exitCode, stderr } = await runToEnd(
			command(
				'accounts',
				'list',
				'--url',
				served.line.url,
				'--user',
				'sam'
			),
			{ HEADLESS_API_PASSWORD: 'wrong-one' }
		);
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( '401' );
		expect( stderr ).not.toContain( 'wrong-one' );
	} );
} );
