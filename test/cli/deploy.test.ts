/** `deploy` against the local platform, and against a host that knows only the documented calls. */
import { once } from 'node:events';
import {
	existsSync,
	mkdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOwn } from '../conformance/target.ts';
import type { Target } from '../conformance/target.ts';
import { temporaryFolder } from '../reference-api/temporary-folder.ts';
import { runCommand } from './fake-context.ts';
import type { FakeContext } from './fake-context.ts';

const SERVER =
	"require('http').createServer((q,s)=>console.log('request',q.url)||s.end(require('fs').readdirSync('.').sort().join())).listen(process.env.PORT)";

/** Creates a project whose site lists its files. */
async function makeProject( build = 'echo built' ): Promise< string > {
	const folder = await temporaryFolder();
	const files = {
		'package.json': JSON.stringify( {
			scripts: { build, start: 'node server.js' },
		} ),
		'server.js': SERVER,
		'.gitignore': 'secret.txt\n/cache/\n',
		'secret.txt': 'x',
		'cache/page': 'x',
		'node_modules/package/index.js': 'x',
		'.env.local': 'KEY=secret',
	};
	for ( const [ name, content ] of Object.entries( files ) ) {
		const file = path.join( folder, name );
		mkdirSync( path.dirname( file ), { recursive: true } );
		writeFileSync( file, content );
	}
	return folder;
}

const NEXT_BUILD =
	'The change takes effect with the next build. To start one, run headless-deploy deploy.';

function readProjectFile( folder: string ): unknown {
	const file = path.join( folder, 'headless-deploy.json' );
	return JSON.parse( readFileSync( file, 'utf8' ) );
}

describe( 'on the local platform', () => {
	let target: Target;

	beforeAll( async () => {
		target = await startOwn();
	} );

	afterAll( () => target.close() );

	function run(
		args: string[],
		folder: string,
		overrides: FakeContext = {}
	) {
		const { user, password } = target.credentials;
		return runCommand( args, {
			env: {
				HEADLESS_API_URL: target.url,
				HEADLESS_API_USER: user,
				HEADLESS_API_PASSWORD: password,
			},
			folder,
			fetch,
			wait: ( ms, signal ) => delay( ms / 10, undefined, { signal } ),
			...overrides,
		} );
	}

	test( 'creates what is missing, uploads what .gitignore allows, and prints the address', async () => {
		const folder = await makeProject();
		symlinkSync( 'server.js', path.join( folder, 'link.js' ) );
		const { exitCode, stdout, stderr } = await run(
			[ 'deploy', '--create', '--app', 'shop' ],
			folder
		);
		expect( { exitCode, stderr } ).toMatchObject( { exitCode: 0 } );
		expect( stdout ).toMatch( /^http:\/\/localhost:\d+$/ );
		expect( await ( await fetch( stdout ) ).text() ).toBe(
			'.gitignore,package.json,server.js'
		);
		expect( stderr ).toContain( 'Application shop created in US-C.' );
		expect( stderr ).toContain(
			'Environment Production created. Its ID is '
		);
		expect( stderr ).toContain( 'not uploaded: link.js.' );
		expect( stderr ).toContain( '  built\n' );
		expect( stderr ).not.toContain( target.credentials.password );
		expect( readProjectFile( folder ) ).toEqual( {
			host: target.url,
			account: 'acme',
			app: 'shop',
			environment: 'Production',
		} );
	} );

	async function listApps(): Promise< string[] > {
		const { stdout } = await run( [ 'apps', 'list', '--json' ], '/' );
		return JSON.parse( stdout ).map( ( { app }: { app: string } ) => app );
	}

	test( 'creates nothing in a script without --create, and nothing in a terminal without a confirmation', async () => {
		const folder = await makeProject();
		const args = [ 'deploy', '--app', 'typo' ];
		const script = await run( args, folder );
		expect( script.exitCode ).toBe( 2 );
		expect( script.stderr ).toContain(
			'The application typo does not exist. Use --create to create it.'
		);
		const asked: string[] = [];
		const refused = await run( args, folder, {
			isInteractive: true,
			promptText: async ( _label, initialValue ) => initialValue,
			promptChoice: async ( label ) => {
				asked.push( label );
				return 'no';
			},
		} );
		expect( refused.exitCode ).toBe( 130 );
		expect( asked ).toEqual( [
			'The application typo does not exist. Create it?',
		] );
		expect( await listApps() ).not.toContain( 'typo' );
		expect(
			existsSync( path.join( folder, 'headless-deploy.json' ) )
		).toBe( false );
	} );

	test( 'does not deploy to the only application in a script that names none', async () => {
		const account = await startOwn();
		const env = {
			HEADLESS_API_URL: account.url,
			HEADLESS_API_USER: account.credentials.user,
			HEADLESS_API_PASSWORD: account.credentials.password,
		};
		await run(
			[ 'deploy', '--create', '--app', 'only' ],
			await makeProject(),
			{ env }
		);
		const other = await makeProject();
		const refused = await run( [ 'deploy', '--create' ], other, { env } );
		expect( refused ).toMatchObject( {
			exitCode: 2,
			stderr: 'The application is missing. In a script, use --app, or name it in headless-deploy.json. Existing: only.',
		} );
		const builds = await run(
			[ 'builds', 'list', '--app', 'only', '--json' ],
			other,
			{ env }
		);
		expect( JSON.parse( builds.stdout ) ).toHaveLength( 1 );
		await account.close();
	} );

	test( 'asks before it creates an environment that was named', async () => {
		const folder = await makeProject();
		await run( [ 'deploy', '--create', '--app', 'named' ], folder );
		const args = [ 'deploy', '--environment', 'Product' ];
		const script = await run( args, folder );
		expect( script.exitCode ).toBe( 2 );
		expect( script.stderr ).toContain(
			'The environment Product of named does not exist. Use --create to create it. Existing: Production.'
		);
		const accepted = await run( args, folder, {
			isInteractive: true,
			promptChoice: async () => 'yes',
		} );
		expect( accepted.exitCode ).toBe( 0 );
	} );

	const START = '{"scripts":{"start":"node server.js"}}';

	test.each< [ string, Record< string, string >, string ] >( [
		[
			'a folder without package.json',
			{ 'index.html': '' },
			'This folder was not deployed. It has no package.json.',
		],
		[
			'a file that cannot be in a zip',
			{ 'package.json': START, 'a\\b': 'x' },
			'contains a backslash',
		],
		[
			'a package.json that is not valid',
			{ 'package.json': '{' },
			'This folder was not deployed. Its package.json cannot be read: ',
		],
		[
			'a project without a start script',
			{ 'package.json': '{"scripts":{"build":"true"}}' },
			'This folder was not deployed. Its package.json has no script “start”, so the application cannot be started. It has build. Add “start”, or name another one in ATLAS_START_SCRIPT.',
		],
		[
			'a monorepo',
			{
				'package.json': '{"workspaces":["apps/*"]}',
				'apps/web/package.json': START,
			},
			'There is a start script in apps/web. To build that folder: headless-deploy deploy --root-directory apps/web',
		],
		[
			'a package manager that the platform does not run',
			{
				'package.json':
					'{"scripts":{"start":"x"},"dependencies":{"a":"1"}}',
				'yarn.lock': '__metadata:\n',
			},
			'yarn.lock',
		],
		[
			'a package without its workspace',
			{
				'package.json':
					'{"scripts":{"start":"x"},"dependencies":{"ui":"workspace:*"}}',
				'../package.json': '{"workspaces":["*"]}',
			},
			'Deploy the workspace: headless-deploy deploy .. --root-directory site',
		],
	] )( 'creates nothing on the host for %s', async ( _name, files, text ) => {
		const folder = path.join( await temporaryFolder(), 'site' );
		for ( const [ name, content ] of Object.entries( files ) ) {
			const file = path.join( folder, name );
			mkdirSync( path.dirname( file ), { recursive: true } );
			writeFileSync( file, content );
		}
		mkdirSync( folder, { recursive: true } );
		const { exitCode, stderr } = await run(
			[ 'deploy', '--create', '--app', 'local-check' ],
			folder
		);
		expect( { exitCode, stderr } ).toEqual( {
			exitCode: 2,
			stderr: expect.stringContaining( text ),
		} );
		expect( await listApps() ).not.toContain( 'local-check' );
		expect(
			existsSync( path.join( folder, 'headless-deploy.json' ) )
		).toBe( false );
	} );

	test( 'sets the root directory of a new environment, keeps it in the project file, and changes that of an existing one', async () => {
		const folder = await temporaryFolder();
		for ( const name of [ 'apps/web', 'apps/docs' ] ) {
			mkdirSync( path.join( folder, name ), { recursive: true } );
			writeFileSync( path.join( folder, name, 'package.json' ), START );
			writeFileSync(
				path.join( folder, name, 'server.js' ),
				`require('http').createServer((q,s)=>s.end('${ name }')).listen(process.env.PORT)`
			);
		}
		const answer = async ( args: string[], from = folder ) => {
			const { exitCode, stdout, stderr } = await run(
				[ 'deploy', ...args ],
				from
			);
			expect( { exitCode, stderr } ).toMatchObject( { exitCode: 0 } );
			return ( await fetch( stdout ) ).text();
		};
		const root = ( name: string ) => [ '--root-directory', name ];
		expect(
			await answer( [
				...[ '--create', '--app', 'monorepo' ],
				...root( './apps/web/' ),
			] )
		).toBe( 'apps/web' );
		expect( readProjectFile( folder ) ).toMatchObject( {
			app: 'monorepo',
			rootDirectory: 'apps/web',
		} );
		expect( await answer( root( 'apps/docs' ) ) ).toBe( 'apps/docs' );
		const update = [ 'environments', 'update', 'Production' ];
		await run( [ ...update, ...root( 'apps/web' ) ], folder );
		expect( await answer( [] ) ).toBe( 'apps/docs' );

		const wrong = await run( [ 'deploy', ...root( 'apps/x' ) ], folder );
		expect( wrong ).toMatchObject( {
			exitCode: 2,
			stderr: expect.stringMatching(
				/It has no apps\/x\/package\.json\. There is a start script in apps\/\w+, apps\/\w+\. To build that folder: headless-deploy deploy --root-directory apps\//
			),
		} );
		const below = await run(
			[ 'deploy', '.', ...root( 'apps/web' ) ],
			path.join( folder, 'apps/web' )
		);
		expect( below.stderr ).toContain(
			'It is the root directory itself. Deploy the folder above: headless-deploy deploy ../..'
		);
		const outside = await run( [ 'deploy', ...root( '../x' ) ], folder );
		expect( outside.stderr ).toContain( 'Use the path of a folder below' );
	} );

	test( 'says “This folder” when the host rejects the upload of a folder', async () => {
		const folder = await makeProject();
		await run( [ 'deploy', '--create', '--app', 'rejected' ], folder );
		const variable = [ 'env', 'set', 'ATLAS_START_SCRIPT' ];
		await run( variable, folder, { line: 'missing' } );
		expect( await run( [ 'deploy' ], folder ) ).toMatchObject( {
			exitCode: 1,
			stderr: expect.stringContaining(
				'rejected the request with 422: This folder was not deployed. ATLAS_START_SCRIPT names the script “missing”'
			),
		} );
	} );

	test( 'sends no request for a file that is not a zip', async () => {
		const folder = await temporaryFolder();
		writeFileSync( path.join( folder, 'code.tar' ), 'x' );
		const { exitCode, stderr, requests } = await run(
			[ 'deploy', 'code.tar', '--create', '--app', 'tar' ],
			folder,
			{ fetch: undefined }
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( 'code.tar is not a zip file.' );
		expect( requests ).toEqual( [] );
	} );

	test( 'sets the variables of --env-file before the build of a new and of an existing environment', async () => {
		const folder = await makeProject( 'test "$COLOR" = "$EXPECTED"' );
		const file = path.join( folder, '.env.deploy' );
		const args = [ 'deploy', '--env-file', '.env.deploy' ];
		writeFileSync( file, 'COLOR=blue\nEXPECTED=blue\n' );
		const first = await run(
			[ ...args, '--create', '--app', 'with-variables' ],
			folder
		);
		expect( first.exitCode ).toBe( 0 );
		writeFileSync( file, 'COLOR=green\nEXPECTED=green\n' );
		expect( ( await run( args, folder ) ).exitCode ).toBe( 0 );
		writeFileSync( file, 'COLOR="blue' );
		const broken = await run( args, folder );
		expect( broken.exitCode ).toBe( 2 );
		expect( broken.stderr ).toContain( '.env.deploy:1: ' );
	} );

	test( 'uses the names of the project file, and prints the result as JSON', async () => {
		const folder = await makeProject();
		const args = [ '--app', 'json', '--environment', 'Staging' ];
		await run( [ 'deploy', '--create', ...args ], folder );
		const { exitCode, stdout } = await run(
			[ 'deploy', '--json' ],
			folder
		);
		expect( exitCode ).toBe( 0 );
		expect( JSON.parse( stdout ) ).toMatchObject( {
			account: 'acme',
			app: 'json',
			isFollowed: true,
			build: { number: 2, state: 'live' },
		} );
		const list = await run( [ 'environments', 'list', '--json' ], folder );
		expect( JSON.parse( list.stdout ) ).toMatchObject( [
			{ displayName: 'Staging' },
		] );
		const log = await run( [ 'builds', 'log', '1' ], folder );
		expect( log.stdout ).toContain( '==> Build' );
		const unknown = await run(
			[ 'builds', 'list', '--environment', 'Preview' ],
			folder
		);
		expect( unknown.exitCode ).toBe( 2 );
		expect( unknown.stderr ).toContain( 'Existing: Staging (' );
	} );

	test( 'exits with 5 and the reason when the build fails', async () => {
		const folder = await makeProject( 'exit 3' );
		const { exitCode, stdout, stderr } = await run(
			[ 'deploy', '--create', '--app', 'broken' ],
			folder
		);
		expect( exitCode ).toBe( 5 );
		expect( stdout ).toBe( '' );
		expect( stderr ).toMatch(
			/Build 1 did not go live \(failed\)\. .*npm run build ended with code 3/
		);
	} );

	test( 'creates nothing for a project with a package outside of its folder', async () => {
		const folder = await makeProject();
		writeFileSync(
			path.join( folder, 'package.json' ),
			'{"dependencies":{"ui":"file:../ui"}}'
		);
		const { exitCode, stderr } = await run(
			[ 'deploy', '--app', 'outside' ],
			folder
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( 'ui: file:../ui' );
		const apps = await run( [ 'apps', 'list', '--json' ], folder );
		expect( apps.stdout ).not.toContain( 'outside' );
	} );

	test( 'asks in a terminal for the application and the environment', async () => {
		const folder = await makeProject();
		const asked: string[] = [];
		const { exitCode } = await run( [ 'deploy' ], folder, {
			isInteractive: true,
			promptChoice: async ( label, choices ) => {
				asked.push( label );
				return choices.at( -1 )?.value ?? '';
			},
			promptText: async ( label ) => {
				asked.push( label );
				return label.includes( 'application' ) ? 'asked' : 'Preview';
			},
		} );
		expect( exitCode ).toBe( 0 );
		expect( asked ).toEqual( [
			'Which application?',
			'Name of the new application',
			'Name of the new environment',
		] );
		expect( readProjectFile( folder ) ).toMatchObject( {
			app: 'asked',
			environment: 'Preview',
		} );
	} );

	test( 'stops following on Ctrl-C; the build continues', async () => {
		const folder = await makeProject( 'sleep 2' );
		let stop = () => {};
		const stopped = new Promise< void >( ( resolve ) => {
			stop = resolve;
		} );
		const { exitCode, stderr } = await run(
			[ 'deploy', '--create', '--app', 'stopped' ],
			folder,
			{
				stopped: () => stopped,
				wait: async ( _ms, signal ) => {
					stop();
					await Promise.resolve();
					signal?.throwIfAborted();
				},
			}
		);
		expect( exitCode ).toBe( 130 );
		expect( stderr ).toContain(
			'Build 1 continues on the host. To follow it: headless-deploy builds log 1 --follow'
		);
		const followed = await run( [ 'builds', 'log', '1', '-f' ], folder );
		expect( followed.exitCode ).toBe( 0 );
		expect( followed.stdout ).toContain( '==> Live' );
	} );

	test( 'prints the output of the application, and new output until Ctrl-C', async () => {
		const folder = await makeProject();
		const { stdout: url } = await run(
			[ 'deploy', '--create', '--app', 'logs' ],
			folder
		);
		const lines: string[] = [];
		let stop = () => {};
		const following = run( [ 'logs', '-f' ], folder, {
			stopped: () =>
				new Promise( ( resolve ) => {
					stop = resolve;
				} ),
			print: ( line ) => lines.push( line ),
		} );
		await fetch( url );
		await expect.poll( () => lines.join( '\n' ) ).toContain( 'request' );
		stop();
		expect( ( await following ).exitCode ).toBe( 0 );
		const { stdout } = await run( [ 'logs', '--json' ], folder );
		expect( stdout ).toContain( '{"line":' );
	} );

	test( 'pushes shell variables, which the next build gets', async () => {
		const folder = await makeProject( 'echo "it is $COLOR"' );
		await run( [ 'deploy', '--create', '--app', 'variables' ], folder );
		writeFileSync( path.join( folder, '.env' ), 'COLOR=blue\n' );
		const pushed = await run( [ 'env', 'push' ], folder );
		expect( pushed.stdout ).toContain( 'Set: COLOR.' );
		const { stdout } = await run( [ 'env', 'pull', 'other.env' ], folder );
		expect( stdout ).toContain( 'Added to other.env: COLOR.' );
		const { stderr } = await run( [ 'deploy' ], folder );
		expect( stderr ).toMatch( /it is (?:blue|•+)/ );
	} );

	test( 'sets, lists and removes shell variables; no value is an argument or printed', async () => {
		const folder = await makeProject();
		await run( [ 'deploy', '--create', '--app', 'env' ], folder );
		const set = await run( [ 'env', 'set', 'API_KEY' ], folder, {
			line: 'hidden value',
		} );
		expect( set ).toMatchObject( {
			exitCode: 0,
			stdout: `Set: API_KEY.\n${ NEXT_BUILD }`,
		} );
		await run( [ 'env', 'set', 'OTHER' ], folder, { line: 'x' } );
		const list = await run( [ 'env', 'list', '--json' ], folder );
		expect( JSON.parse( list.stdout ) ).toEqual( [
			{ key: 'API_KEY', setTime: expect.stringMatching( /^\d{4}-/ ) },
			{ key: 'OTHER', setTime: expect.stringMatching( /^\d{4}-/ ) },
		] );
		const argument = await run( [ 'env', 'set', 'A=hidden' ], folder );
		expect( argument.exitCode ).toBe( 2 );
		expect( argument.stderr ).toContain( 'Give only the name.' );
		const empty = await run( [ 'env', 'set', 'A' ], folder );
		expect( empty.exitCode ).toBe( 2 );

		const unset = [ 'env', 'unset', 'API_KEY', 'OTHER' ];
		const script = await run( unset, folder );
		expect( script.exitCode ).toBe( 2 );
		expect( script.stderr ).toBe(
			'Delete the variables API_KEY, OTHER? This cannot be undone. Use --yes in a script.'
		);
		const refused = await run( unset, folder, {
			isInteractive: true,
			promptChoice: async () => 'no',
		} );
		expect( refused.exitCode ).toBe( 130 );
		const removed = await run( [ ...unset, '--yes', '--json' ], folder );
		expect( JSON.parse( removed.stdout ) ).toEqual( {
			removed: [ 'API_KEY', 'OTHER' ],
		} );
		expect( ( await run( [ 'env', 'list' ], folder ) ).stdout ).toBe( '' );
		await run( [ 'env', 'set', 'THIRD' ], folder, { line: 'x' } );
		const third = [ 'env', 'unset', 'THIRD', '--yes' ];
		expect( ( await run( third, folder ) ).stdout ).toBe(
			`Removed: THIRD.\n${ NEXT_BUILD }`
		);
	} );

	test( 'measures the disk usage of the account and waits for the result', async () => {
		const folder = await makeProject();
		await run( [ 'deploy', '--create', '--app', 'usage' ], folder );
		const { exitCode, stdout } = await run(
			[ 'usage', '--refresh', '--json' ],
			folder
		);
		expect( exitCode ).toBe( 0 );
		const { refreshTime, environments } = JSON.parse( stdout );
		expect( refreshTime ).toMatch( /^\d{4}-/ );
		expect( environments[ 0 ].fileBytes ).toBeGreaterThan( 0 );
		const lines = await run( [ 'usage' ], folder );
		expect( lines.stdout ).toMatch( /files \d+(?:\.\d)? [kM]B/ );
		const unknown = await run( [ 'usage', '--account', 'other' ], folder );
		expect( unknown ).toMatchObject( {
			exitCode: 2,
			stderr: 'The account other does not exist. Existing: acme.',
		} );
	} );

	test( 'lists and creates applications and environments', async () => {
		const folder = await temporaryFolder();
		const created = await run(
			[ 'apps', 'create', 'made', '--region', 'UK' ],
			folder
		);
		expect( created.stdout ).toBe( 'Application made created in UK.' );
		const apps = await run( [ 'apps', 'list' ], folder );
		expect( apps.stdout ).toMatch( /^made +UK$/m );
		const made = [ '--app', 'made' ];
		const environment = await run(
			[
				...[ 'environments', 'create', 'Preview', ...made ],
				...[
					'--wordpress',
					'blog',
					'--root-directory',
					'web',
					'--json',
				],
			],
			folder
		);
		const { id } = JSON.parse( environment.stdout );
		const list = await run( [ 'environments', 'list', ...made ], folder );
		expect( list.stdout ).toBe( `${ id }  Preview  web  not live yet` );
		const updated = await run(
			[
				...[ 'environments', 'update', 'Preview', ...made ],
				...[ '--root-directory', '' ],
			],
			folder
		);
		expect( updated.stdout ).toContain( 'top folder' );
		const ambiguous = await run( [ 'environments', 'list' ], folder );
		expect( ambiguous.exitCode ).toBe( 2 );
		expect( ambiguous.stderr ).toContain( 'The application is missing.' );
	} );

	test( 'shows who is signed in and what is live, and opens it', async () => {
		const folder = await makeProject();
		const before = await run( [ 'status', '--app', 'shown' ], folder );
		expect( before ).toMatchObject( {
			exitCode: 0,
			stdout: `conformance at ${ target.url }: write in acme.\nThere are no such environments. Create one with headless-deploy deploy.`,
		} );
		const { stdout: url } = await run(
			[ 'deploy', '--create', '--app', 'shown' ],
			folder
		);
		const status = await run( [ 'status', '--json' ], folder );
		expect( JSON.parse( status.stdout ) ).toMatchObject( {
			host: target.url,
			user: 'conformance',
			role: 'write',
			environments: [
				{
					...{ account: 'acme', app: 'shown', url, state: 'up' },
					...{ displayName: 'Production', live: 1, running: null },
				},
			],
		} );
		const lines = await run( [ 'status' ], folder );
		expect( lines.stdout ).toMatch(
			/^acme +shown +Production +build 1 is live since \d{4}-\S+, up +http:\S+$/m
		);
		const opened: string[] = [];
		const open = await run( [ 'open' ], folder, {
			openUrl: async ( address ) => opened.push( address ) > 0,
		} );
		expect( open ).toMatchObject( {
			exitCode: 0,
			stdout: url,
			stderr: '',
		} );
		expect( opened ).toEqual( [ url ] );
		const headless = await run( [ 'open', '--json' ], folder );
		expect( JSON.parse( headless.stdout ) ).toEqual( {
			url,
			isOpened: false,
		} );
	} );

	test( 'lists some builds, and deletes environments and applications after a confirmation', async () => {
		const folder = await makeProject();
		await run( [ 'deploy', '--create', '--app', 'deleted' ], folder );
		await run( [ 'deploy', '-m', 'Fix the header' ], folder );
		const broken = await run( [ 'deploy', '-m', 'two\nlines' ], folder );
		expect( broken.exitCode ).toBe( 2 );
		const list = await run(
			[ 'builds', 'list', '--limit', '1', '--json' ],
			folder
		);
		expect( JSON.parse( list.stdout ) ).toMatchObject( [
			{ number: 2, commitMessage: 'Fix the header' },
		] );
		const none = await run( [ 'builds', 'list', '--limit', '0' ], folder );
		expect( none.exitCode ).toBe( 2 );

		const environment = [ 'environments', 'delete', 'Production' ];
		const app = [ 'apps', 'delete', 'deleted' ];
		const script = await run( app, folder );
		expect( script ).toMatchObject( {
			exitCode: 2,
			stderr: 'Delete the application deleted and its environments (Production)? This cannot be undone. Use --yes in a script.',
		} );
		for ( const command of [ environment, app ] ) {
			const refused = await run( command, folder, {
				isInteractive: true,
				promptChoice: async () => 'no',
			} );
			expect( refused.exitCode ).toBe( 130 );
		}
		const accepted = await run( environment, folder, {
			isInteractive: true,
			promptChoice: async () => 'yes',
		} );
		expect( accepted.stdout ).toBe( 'Environment Production deleted.' );
		const left = await run( [ 'environments', 'list', '--json' ], folder );
		expect( left.stdout ).toBe( '[]' );
		const removed = await run( [ ...app, '--yes', '--json' ], folder );
		expect( removed.stdout ).toBe( '{"deleted":true}' );
		expect( await listApps() ).not.toContain( 'deleted' );
	} );

	test( 'cancels a build', async () => {
		const folder = await makeProject( 'sleep 20' );
		await run(
			[ 'deploy', '--create', '--app', 'canceled', '--no-wait' ],
			folder
		);
		const canceled = await run( [ 'builds', 'cancel', '1' ], folder );
		expect( canceled ).toMatchObject( {
			exitCode: 0,
			stdout: 'Build 1 is being canceled.',
		} );
		const followed = await run( [ 'builds', 'log', '-f' ], folder );
		expect( followed.exitCode ).toBe( 5 );
	} );
} );

/** Starts a host that is not the platform, and stops it after the test. */
async function startHost(
	respond: ( request: IncomingMessage, response: ServerResponse ) => void
) {
	const server = createServer( respond );
	await once( server.listen( 0, '127.0.0.1' ), 'listening' );
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${ port }`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

function contextFor( url: string, folder: string ): FakeContext {
	return {
		env: { HEADLESS_API_URL: url, HEADLESS_API_PASSWORD: 'secret' },
		folder,
		fetch,
	};
}

describe( 'on a host that knows only the documented calls', () => {
	const ID = '0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55';
	const OPERATION = JSON.stringify( {
		name: `accounts/acme/apps/shop/environments/${ ID }/operations/no_build`,
		metadata: { build: 'no_build', deployment: '' },
		done: false,
	} );
	const BASE = '/v1/accounts/acme/apps';

	/** Starts the host, and records its calls. */
	async function startDocumentedHost( uploadStatus = () => 200 ) {
		const calls: string[] = [];
		const lengths: ( string | undefined )[] = [];
		const bodies: string[] = [];
		const host = await startHost( ( request, response ) => {
			let body = '';
			request.on( 'data', ( chunk ) => ( body += chunk ) );
			request.once( 'end', () => {
				bodies.push( body );
				const call = `${ request.method } ${ request.url }`;
				calls.push( call );
				if ( call === `POST ${ BASE }?appId=shop` ) {
					response.end();
				} else if ( call === `POST ${ BASE }/shop/environments` ) {
					response.end( OPERATION );
				} else if ( call.endsWith( ':upload' ) ) {
					lengths.push( request.headers[ 'content-length' ] );
					response.writeHead( uploadStatus() ).end( '{}' );
				} else {
					response.writeHead( 404 ).end( '<h1>Not found</h1>' );
				}
			} );
		} );
		return { ...host, calls, lengths, bodies };
	}

	test( 'creates, uploads, and says what it cannot follow', async () => {
		const host = await startDocumentedHost();
		const { calls, lengths } = host;
		const folder = await makeProject();
		const context = contextFor( host.url, folder );
		const upload = `POST /fu${ BASE }/shop/environments/${ ID }:upload`;
		const names = [ '--account', 'acme', '--app', 'shop' ];
		const environment = [ '--environment', 'Production' ];
		const creation = [
			...[ '--create', '--region', 'UK', '--wordpress', 'blog' ],
		];

		const unknown = await runCommand(
			[ 'deploy', ...names, ...environment ],
			context
		);
		expect( unknown.exitCode ).toBe( 2 );
		expect( unknown.stderr ).toContain( '--wordpress <install>' );

		calls.length = 0;
		const first = await runCommand(
			[ 'deploy', ...names, ...environment, ...creation ],
			context
		);
		expect( first ).toMatchObject( { exitCode: 0 } );
		expect( first.stdout ).toContain(
			'reports neither the build nor its log'
		);
		expect( calls ).toEqual( [
			'GET /_local/health',
			`POST ${ BASE }?appId=shop`,
			`POST ${ BASE }/shop/environments`,
			upload,
		] );
		expect( Number( lengths[ 0 ] ) ).toBeGreaterThan( 0 );
		expect( readProjectFile( folder ) ).toMatchObject( {
			environment: 'Production',
			environmentIds: { Production: ID },
		} );

		calls.length = 0;
		const second = await runCommand( [ 'deploy', '--json' ], context );
		expect( JSON.parse( second.stdout ) ).toEqual( {
			account: 'acme',
			app: 'shop',
			environment: ID,
			isFollowed: false,
		} );
		expect( calls ).toEqual( [ 'GET /_local/health', upload ] );

		calls.length = 0;
		const other = await runCommand(
			[ 'deploy', '--app', 'other' ],
			context
		);
		expect( other.exitCode ).toBe( 2 );
		expect( other.stderr ).toContain( 'Production is not known' );
		expect( calls ).toEqual( [ 'GET /_local/health' ] );
		host.close();
	} );

	test( 'sets the root directory only of a new environment', async () => {
		const host = await startDocumentedHost();
		const folder = await makeProject();
		mkdirSync( path.join( folder, 'web' ) );
		writeFileSync(
			path.join( folder, 'web/package.json' ),
			'{"scripts":{"start":"x"}}'
		);
		const context = contextFor( host.url, folder );
		const names = [ '--account', 'acme', '--app', 'shop' ];
		const deploy = [ 'deploy', ...names, '--environment', 'Production' ];
		const first = await runCommand(
			[
				...[ ...deploy, '--create', '--wordpress', 'blog' ],
				...[ '--root-directory', 'web' ],
			],
			context
		);
		expect( first ).toMatchObject( { exitCode: 0 } );
		expect( host.bodies ).toContainEqual(
			expect.stringContaining( '"rootDirectory":"web"' )
		);
		host.calls.length = 0;
		const other = await runCommand(
			[ ...deploy, '--root-directory', '.' ],
			context
		);
		expect( other ).toMatchObject( {
			exitCode: 2,
			stderr: expect.stringContaining(
				'This host can set the root directory only when it creates an environment.'
			),
		} );
		expect( host.calls ).toEqual( [ 'GET /_local/health' ] );
		expect( ( await runCommand( [ 'deploy' ], context ) ).exitCode ).toBe(
			0
		);
		host.close();
	} );

	test( 'saves the ID of a new environment even if the upload fails', async () => {
		const statuses = [ 500, 200 ];
		const host = await startDocumentedHost( () => statuses.shift() ?? 200 );
		const context = contextFor( host.url, await makeProject() );
		const failed = await runCommand(
			[
				...[ 'deploy', '--account', 'acme', '--app', 'shop' ],
				...[ '--environment', 'Production', '--create' ],
				...[ '--wordpress', 'blog' ],
			],
			context
		);
		expect( failed.exitCode ).toBe( 1 );
		host.calls.length = 0;
		const again = await runCommand( [ 'deploy' ], context );
		expect( again.exitCode ).toBe( 0 );
		expect( host.calls ).toHaveLength( 2 );
		host.close();
	} );

	test( 'exits with 3 if the connection ends during the upload', async () => {
		const host = await startHost( ( request, response ) => {
			if ( request.method === 'POST' ) {
				request.once( 'data', () => request.socket.destroy() );
			} else {
				response.writeHead( 404 ).end();
			}
		} );
		const folder = await makeProject();
		const { exitCode, stderr } = await runCommand(
			[
				...[ 'deploy', '--account', 'acme', '--app', 'shop' ],
				...[ '--environment', ID ],
			],
			contextFor( host.url, folder )
		);
		expect( exitCode ).toBe( 3 );
		expect( stderr ).toContain( 'cannot be reached' );
		host.close();
	} );

	test( 'stops an upload on Ctrl-C', async () => {
		let stop = () => {};
		const stopped = new Promise< void >( ( resolve ) => {
			stop = resolve;
		} );
		const host = await startHost( ( request, response ) => {
			if ( request.method === 'POST' ) {
				request.once( 'data', () => stop() );
			} else {
				response.writeHead( 404 ).end();
			}
		} );
		const folder = await makeProject();
		const { exitCode, stderr } = await runCommand(
			[
				...[ 'deploy', '--account', 'acme', '--app', 'shop' ],
				...[ '--environment', ID ],
			],
			{ ...contextFor( host.url, folder ), stopped: () => stopped }
		);
		expect( exitCode ).toBe( 130 );
		expect( stderr ).toContain( 'Nothing was deployed.' );
		host.close();
	} );
} );

test( 'exits with 2 if the folder does not exist', async () => {
	const { exitCode, stderr } = await runCommand( [ 'deploy', 'missing' ] );
	expect( exitCode ).toBe( 2 );
	expect( stderr ).toContain( '/missing does not exist.' );
} );
