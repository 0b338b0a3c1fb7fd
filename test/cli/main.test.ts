/** The command line against the real platform. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	mkdtempSync,
	readdirSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WITHOUT_PERMISSIONS_OF_ROOT } from '../reference-api/root-permissions.ts';
import { runCommand } from './fake-context.ts';
import type { Served } from './process.ts';
import {
	cleanEnvironment,
	MAIN,
	runToEnd,
	startServing,
	stopAll,
} from './process.ts';

const PASSWORD = 'correct-horse';
const env = { HEADLESS_API_PASSWORD: PASSWORD };
const folder = mkdtempSync( path.join( tmpdir(), 'headless-deploy-cli-' ) );

function serveCommand( data: string ): string[] {
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
		...[ '--port', '0', '--data', path.join( folder, data ) ],
		...[ '--wordpress', 'prod=http://127.0.0.1:8881' ],
	];
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

test( 'ends without a stack trace when the reader of its output has closed it', async () => {
	const child = spawn( process.execPath, [ MAIN, 'serve', '--help' ], {
		env: cleanEnvironment(),
	} );
	child.stdout.destroy();
	let stderr = '';
	child.stderr.on( 'data', ( chunk ) => ( stderr += chunk ) );
	await once( child, 'close' );
	expect( stderr ).toBe( '' );
} );

describe( 'serve', () => {
	test( 'serve prints a line with its address, a one-time portal link and the accounts, and one when it is ready', async () => {
		const { url, portal, accounts } = served.line;
		await expect
			.poll( () => served.output().trim().split( '\n' ) )
			.toContain( '{"state":"ready"}' );
		expect( accounts ).toEqual( [
			{ name: 'acme', id: expect.stringMatching( /^[0-9a-f-]{36}$/ ) },
		] );
		expect( portal.startsWith( `${ url }/portal/enter?code=` ) ).toBe(
			true
		);
		const entered = await fetch( portal, { redirect: 'manual' } );
		const cookie =
			entered.headers.get( 'set-cookie' )?.split( ';' )[ 0 ] ?? '';
		const session = await fetch( `${ url }/_local/session`, {
			headers: { cookie },
		} );
		expect( session.status ).toBe( 200 );
		const again = await fetch( portal, { redirect: 'manual' } );
		expect( again.headers.get( 'set-cookie' ) ).toBeNull();
	} );

	test( 'serve prints the hosts of its edges after each change', async () => {
		const own = await startServing( serveCommand( 'edges' ), env );
		const as = [
			...[ '--host', own.line.url, '--user', 'sam' ],
			...[ '--app', 'shop' ],
		];
		const call = ( ...args: string[] ) =>
			runCommand( [ ...args, ...as, '--json' ], { env, fetch } );
		const printed = () =>
			own
				.output()
				.trim()
				.split( '\n' )
				.map( ( line ) => JSON.parse( line ) )
				.filter( ( { state } ) => state === 'edges' )
				.map( ( { edges } ) => edges );
		const create = [ 'apps', 'create', 'shop', '--region', 'UK' ];
		const created = await runCommand(
			[ ...create, '--host', own.line.url, '--user', 'sam' ],
			{ env, fetch }
		);
		expect( created ).toMatchObject( { exitCode: 0 } );
		await call( 'environments', 'create', 'One' );
		await call( 'environments', 'create', 'Two' );
		const { stdout } = await call( 'open', '--environment', 'Two' );
		const { host } = new URL( JSON.parse( stdout ).url );
		await call( 'environments', 'delete', 'One', '--yes' );
		await expect
			.poll( printed )
			.toEqual( [
				[],
				[ expect.any( String ) ],
				[ expect.any( String ), host ],
				[ host ],
			] );
		await own.stop();
	} );

	test( 'serve neither prints the password nor passes it as an argument', () => {
		expect( served.output() ).not.toContain( PASSWORD );
		expect( serveCommand( 'main' ).join( ' ' ) ).not.toContain( PASSWORD );
	} );

	test( 'serve exits with 0 after SIGINT and after SIGTERM, and can start again', async () => {
		const first = await startServing( serveCommand( 'again' ), env );
		expect( await first.stop( 'SIGINT' ) ).toBe( 0 );
		const second = await startServing( serveCommand( 'again' ), env );
		expect( second.line.accounts ).toEqual( first.line.accounts );
		expect( await second.stop( 'SIGTERM' ) ).toBe( 0 );
	} );
} );

test( 'a command reads standard input, and its process exits with the code of a rejection', async () => {
	const { exitCode, stderr } = await runToEnd(
		[ process.execPath, MAIN, 'trigger', 'rebuild' ],
		{},
		`${ served.line.url }/wh/v1/accounts/acme/apps/storefront/environments/${ environment }/webhooks/webhook:rebuild?token=unknown-webhook-token`
	);
	expect( exitCode ).toBe( 1 );
	expect( stderr ).toContain( '404' );
	expect( stderr ).not.toContain( 'unknown-webhook-token' );
} );

describe( 'deploy', () => {
	function makeFolder( build: string ): string {
		const site = mkdtempSync( path.join( folder, 'site-' ) );
		const files = {
			'package.json': JSON.stringify( {
				scripts: { build, start: 'node server.js' },
			} ),
			'server.js':
				"require('http').createServer((q,s)=>s.end('hello')).listen(process.env.PORT)",
		};
		for ( const [ name, content ] of Object.entries( files ) ) {
			writeFileSync( path.join( site, name ), content );
		}
		return site;
	}
	const commandFor = ( site: string ) => [
		...[ process.execPath, MAIN, 'deploy', site ],
		...[ '--host', served.line.url, '--user', 'sam' ],
		...[ '--app', 'site', '--create' ],
	];

	test( 'deploy prints only the address on standard output, and no progress outside of a terminal', async () => {
		const { exitCode, stdout, stderr } = await runToEnd(
			commandFor( makeFolder( 'echo built' ) ),
			env
		);
		expect( { exitCode, stderr } ).toMatchObject( { exitCode: 0 } );
		expect( stdout ).toMatch( /^http:\/\/localhost:\d+\n$/ );
		expect( await ( await fetch( stdout.trim() ) ).text() ).toBe( 'hello' );
		expect( stderr ).toContain( '  built\n' );
		expect( stderr ).not.toMatch( /\r|\u001b|%/ );
	} );

	/** A folder for temporary files of the command, which has to be empty afterwards. */
	const makeTemporary = () =>
		mkdtempSync( path.join( folder, 'temporary-' ) );

	test( 'deploy names a file that it cannot read, exits with 2, and leaves nothing', async () => {
		const site = makeFolder( 'echo built' );
		for ( const name of [ 'a', 'b' ] ) {
			writeFileSync( path.join( site, name ), 'x', { mode: 0 } );
		}
		const temporary = makeTemporary();
		const { exitCode, stdout, stderr } = await runToEnd(
			[ ...WITHOUT_PERMISSIONS_OF_ROOT, ...commandFor( site ) ],
			{ ...env, TMPDIR: temporary }
		);
		expect( exitCode ).toBe( 2 );
		expect( stdout ).toBe( '' );
		expect( stderr ).toMatch(
			/^\S+\/[ab] cannot be read \(EACCES\)\. Change its permissions, or add it to \.gitignore\.\n$/
		);
		expect( readdirSync( temporary ) ).toEqual( [] );
	} );

	test.each( [
		[ 'Ctrl-C', 'SIGINT' ],
		[ 'its terminal was closed', 'SIGHUP' ],
	] as const )(
		'deploy exits with 130 after %s while it packs, and leaves nothing',
		async ( _how, signal ) => {
			const site = makeFolder( 'echo built' );
			writeFileSync( path.join( site, 'large' ), '' );
			truncateSync( path.join( site, 'large' ), 16e9 );
			const temporary = makeTemporary();
			const [ program = '', ...args ] = commandFor( site );
			const child = spawn( program, args, {
				env: cleanEnvironment( { ...env, TMPDIR: temporary } ),
			} );
			let stderr = '';
			child.stderr.on( 'data', ( chunk ) => ( stderr += chunk ) );
			const closed = once( child, 'close' );
			await expect
				.poll( () => readdirSync( temporary, { recursive: true } ) )
				.toContainEqual( expect.stringMatching( /code\.zip$/ ) );
			child.kill( signal );
			const [ exitCode ] = await closed;
			expect( { exitCode, stderr } ).toEqual( {
				exitCode: 130,
				stderr: 'Stopped before the upload was complete. Nothing was deployed.\n',
			} );
			expect( readdirSync( temporary ) ).toEqual( [] );
		}
	);

	test( 'deploy leaves nothing at a second Ctrl-C, which does not wait until its files are removed', async () => {
		const site = makeFolder( 'echo built' );
		writeFileSync( path.join( site, 'large' ), '' );
		truncateSync( path.join( site, 'large' ), 16e9 );
		const slowDisk = path.join( makeTemporary(), 'slow-disk.cjs' );
		writeFileSync(
			slowDisk,
			`require( 'node:fs/promises' ).rm = () => {
				process.stderr.write( 'removing' );
				return new Promise( () => setInterval( () => {}, 60_000 ) );
			};
			require( 'node:module' ).syncBuiltinESMExports();`
		);
		const temporary = makeTemporary();
		const [ program = '', ...args ] = commandFor( site );
		const child = spawn( program, args, {
			env: cleanEnvironment( {
				...env,
				TMPDIR: temporary,
				NODE_OPTIONS: `--require ${ slowDisk }`,
			} ),
		} );
		child.stderr.on( 'data', ( chunk ) => {
			if ( String( chunk ).includes( 'removing' ) ) {
				child.kill( 'SIGTERM' );
			}
		} );
		const closed = once( child, 'close' );
		await expect
			.poll( () => readdirSync( temporary, { recursive: true } ) )
			.toContainEqual( expect.stringMatching( /code\.zip$/ ) );
		child.kill( 'SIGINT' );
		expect( await closed ).toEqual( [ 130, null ] );
		expect( readdirSync( temporary ) ).toEqual( [] );
	} );

	test( 'deploy exits with 130 after Ctrl-C, and the build continues', async () => {
		const [ program = '', ...args ] = commandFor( makeFolder( 'sleep 2' ) );
		const child = spawn( program, args, { env: cleanEnvironment( env ) } );
		let stderr = '';
		child.stderr.on( 'data', ( chunk ) => {
			stderr += chunk;
			// A second signal would end the process at once.
			if ( stderr.includes( '==> Build' ) && ! child.killed ) {
				child.kill( 'SIGINT' );
			}
		} );
		const [ exitCode ] = await once( child, 'close' );
		expect( exitCode ).toBe( 130 );
		const [ , number = '' ] =
			/Build (\d+) continues on the host/.exec( stderr ) ?? [];
		const followed = await run( [
			...[ 'builds', 'log', number, '-f', '--user', 'sam' ],
			...[ '--app', 'site' ],
		] );
		expect( followed.exitCode ).toBe( 0 );
	} );
} );

/** Runs a command in this process against the platform. */
function run( commandLine: string[], password = PASSWORD ) {
	const connection = [ '--host', served.line.url, '--json' ];
	return runCommand( [ ...commandLine, ...connection ], {
		env: { HEADLESS_API_PASSWORD: password },
		fetch,
	} );
}

describe( 'webhooks and trigger', () => {
	const webhooks = ( subcommand: string, ...more: string[] ) =>
		run( [
			...[ 'webhooks', subcommand, '--user', 'sam', ...more ],
			...[ '--account', 'acme', '--app', 'storefront' ],
			...[ '--environment', environment ],
		] );

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
			runCommand( [ 'trigger', subcommand ], { line: url, fetch } );
		expect( await trigger( 'purge-cache', urls.rebuild ) ).toMatchObject( {
			exitCode: 0,
		} );
		const refused = await trigger( 'rebuild', urls.purgeCache );
		expect( refused.exitCode ).toBe( 1 );
		expect( refused.stderr ).toMatch( /rejected the request with 422/ );

		const regenerated = JSON.parse(
			( await webhooks( 'regenerate', '--yes' ) ).stdout
		);
		expect( regenerated.rebuild ).not.toBe( urls.rebuild );
		const old = await trigger( 'purge-cache', urls.rebuild );
		expect( old.exitCode ).toBe( 1 );
		expect( old.stderr ).not.toContain(
			new URL( urls.rebuild ).searchParams.get( 'token' )
		);

		expect( ( await webhooks( 'delete', '--yes' ) ).exitCode ).toBe( 0 );
		const none = await webhooks( 'list' );
		expect( none.exitCode ).toBe( 1 );
		expect( none.stderr ).toContain( 'headless-deploy webhooks create' );
		expect( JSON.parse( none.stdout ) ).toEqual( {
			error: { code: 'refused', message: none.stderr, status: 404 },
		} );
	} );

	test( 'accounts creates and lists accounts', async () => {
		const accounts = ( ...commandLine: string[] ) =>
			run( [ 'accounts', ...commandLine, '--user', 'sam' ] );
		const { stdout } = await accounts( 'create', 'second' );
		const { id } = JSON.parse( stdout );
		expect(
			JSON.parse( ( await accounts( 'list' ) ).stdout )
		).toContainEqual( { name: 'second', id } );
		expect( ( await accounts( 'create', 'second' ) ).exitCode ).toBe( 1 );
		expect( ( await accounts( 'create', 'no/name' ) ).exitCode ).toBe( 1 );
	} );

	test( 'users creates, changes, lists and deletes users, and the platform applies their roles', async () => {
		const users = ( ...commandLine: string[] ) =>
			run( [ 'users', ...commandLine, '--user', 'sam' ] );
		const made = await users( 'create', 'kim', '--role', 'read' );
		expect( made ).toMatchObject( { exitCode: 0, stderr: '' } );
		const { password, ...kim } = JSON.parse( made.stdout );
		const list = await users( 'list' );
		expect( JSON.parse( list.stdout ) ).toContainEqual( kim );
		const accountsAsKim = ( ...commandLine: string[] ) =>
			run( [ 'accounts', ...commandLine, '--user', 'kim' ], password );
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
		expect( ( await users( 'delete', 'kim', '--yes' ) ).stdout ).toBe(
			'{"deleted":true}'
		);
		expect( ( await accountsAsKim( 'list' ) ).stderr ).toContain( '401' );
		expect( ( await users( 'delete', 'sam', '--yes' ) ).stderr ).toContain(
			'last API user'
		);
	} );

	test( 'a wrong password is rejected', async () => {
		const { exitCode, stderr } = await run(
			[ 'accounts', 'list', '--user', 'sam' ],
			'wrong-one'
		);
		expect( exitCode ).toBe( 1 );
		expect( stderr ).toContain( '401' );
		expect( stderr ).not.toContain( 'wrong-one' );
	} );
} );
