import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../../../src/reference-api/lib/errors.ts';
import type { PlatformOptions } from '../../../src/reference-api/server.ts';
import { MARKER_FILE } from '../../../src/reference-api/store/data-folder.ts';
import { LIMITS } from '../../../src/reference-api/lib/limits.ts';
import type { FakeContext } from '../fake-context.ts';
import { temporaryFolder } from '../../reference-api/temporary-folder.ts';
import { fakePlatform, runCommand } from '../fake-context.ts';

const env = { HEADLESS_API_PASSWORD: 'secret-password' };

async function serve( args: string[], context: FakeContext = {} ) {
	const platform = fakePlatform();
	let options: PlatformOptions | undefined;
	const result = await runCommand( [ 'serve', ...args ], {
		env: { ...env },
		startPlatform: async ( given ) => {
			options = given;
			return platform;
		},
		stopped: async () => {},
		...context,
	} );
	return { ...result, platform, options };
}

/** Serves, and lets the test say when the applications run and when a signal arrives. */
function serveInSteps( ...args: string[] ) {
	const ready = Promise.withResolvers< void >();
	const signal = Promise.withResolvers< void >();
	const platform = fakePlatform( ready.promise );
	const printed: string[] = [];
	const result = serve( args, {
		startPlatform: async () => platform,
		stopped: () => signal.promise,
		print: ( line ) => printed.push( line ),
	} );
	return {
		platform,
		printed,
		result,
		runApplications: ready.resolve,
		stop: signal.resolve,
	};
}

test( 'serve prints a line of JSON when the platform listens, and one when its applications run', async () => {
	const { platform, printed, result, runApplications, stop } =
		serveInSteps( '--json' );
	await expect.poll( () => printed.length ).toBe( 1 );
	expect( JSON.parse( printed[ 0 ] ?? '' ) ).toEqual( {
		state: 'listening',
		url: 'http://127.0.0.1:4100',
		portal: 'http://127.0.0.1:4100/portal/enter?code=once',
		accounts: [ { name: 'local', id: 'local-id' } ],
		dataFolder: '/nowhere/data',
		warnings: [],
	} );
	runApplications();
	await expect.poll( () => printed.length ).toBe( 2 );
	expect( JSON.parse( printed[ 1 ] ?? '' ) ).toEqual( {
		state: 'ready',
	} );
	stop();
	const { exitCode, stderr } = await result;
	expect( [ exitCode, stderr ] ).toEqual( [ 0, '' ] );
	expect( platform.isClosed ).toBe( true );
} );

test( 'serve names its data folder, and what is wrong with its place', async () => {
	const platform = {
		...fakePlatform(),
		warnings: [ '/home contains .prettierrc.' ],
	};
	const { stdout, stderr, options } = await serve( [], {
		startPlatform: async ( given ) => {
			expect( given.dataFolder ).toBe( '/nowhere/data' );
			return platform;
		},
	} );
	expect( options ).toBeUndefined();
	expect( stdout ).toContain( 'Data      /nowhere/data\n' );
	expect( stderr ).toBe( 'warning: /home contains .prettierrc.' );
	const json = await serve( [ '--json' ], {
		startPlatform: async () => platform,
	} );
	expect( JSON.parse( json.stdout.split( '\n' )[ 0 ] ?? '' ) ).toMatchObject(
		{ warnings: platform.warnings }
	);
	expect( json.stderr ).toBe( '' );
} );

test( 'serve moves the data of an earlier version out of the current folder, unless --data is given', async () => {
	const folder = await temporaryFolder();
	const old = path.join( folder, '.headless-deploy' );
	const dataFolder = path.join( folder, 'state', 'data' );
	mkdirSync( old );
	writeFileSync( path.join( old, MARKER_FILE ), '{}' );
	const other = await serve( [ '--data', 'other' ], {
		folder,
		dataFolder,
	} );
	expect( other.options?.dataFolder ).toBe( 'other' );
	expect( existsSync( old ) ).toBe( true );
	const { stderr, options } = await serve( [], { folder, dataFolder } );
	expect( options?.dataFolder ).toBe( dataFolder );
	expect( stderr ).toBe(
		`The data of the platform was moved from ${ old } to ${ dataFolder }.`
	);
	expect( existsSync( path.join( dataFolder, MARKER_FILE ) ) ).toBe( true );
	expect( existsSync( old ) ).toBe( false );
} );

test( 'serve never says that it is ready when it is stopped before its applications run', async () => {
	const { platform, printed, result, runApplications, stop } = serveInSteps();
	// As the platform does when it is closed.
	platform.close = async () => runApplications();
	await expect.poll( () => printed.length ).toBeGreaterThan( 0 );
	stop();
	await result;
	expect( printed.join( '\n' ) ).not.toContain( 'Ready' );
} );

test( 'serve says in a terminal when its applications run', async () => {
	const { printed, result, runApplications, stop } = serveInSteps();
	await expect
		.poll( () => printed.at( -1 ) )
		.toContain( 'Press Ctrl-C to stop.' );
	runApplications();
	await expect
		.poll( () => printed.at( -1 ) )
		.toBe( 'Ready: all live applications run.' );
	stop();
	await result;
} );

test( 'serve removes the password from the environment, so that child processes do not inherit it', async () => {
	const own: Record< string, string | undefined > = {
		...env,
		PATH: '/bin',
	};
	const { options } = await serve( [ '--json' ], { env: own } );
	expect( options?.password ).toBe( 'secret-password' );
	expect( own ).toEqual( { PATH: '/bin' } );
} );

test( 'serve passes the start command to the platform', async () => {
	const { options } = await serve( [ '--start-command', 'npm start' ] );
	expect( options?.startCommand ).toBe( 'npm start' );
} );

test( 'serve passes its options to the platform', async () => {
	const { options } = await serve( [
		...[
			'--port',
			'4444',
			'--edge-port',
			'4500',
			'--data',
			'there',
			'--user',
			'sam',
		],
		...[
			'--account',
			'acme',
			'--account',
			'other',
			'--allow-host',
			'host.docker.internal',
		],
		...[ '--wordpress', 'prod=http://127.0.0.1:8881/?a=b', '--loose' ],
		...[ '--install-folder', 'prod=/srv/word=press' ],
		...[ '--reserve-port', '8880', '--reserve-port', '8881' ],
		...[ '--set', 'buildsPerMinute=10', '--set', 'keptReleases=0' ],
	] );
	expect( options ).toEqual( {
		port: 4444,
		edgeFirstPort: 4500,
		reservedPorts: [ 8880, 8881 ],
		dataFolder: 'there',
		user: 'sam',
		password: 'secret-password',
		accounts: [ 'acme', 'other' ],
		allowHosts: [ 'host.docker.internal' ],
		wordpress: { prod: 'http://127.0.0.1:8881/?a=b' },
		installFolders: { prod: '/srv/word=press' },
		loose: true,
		limits: { buildsPerMinute: 10, keptReleases: 0 },
	} );
} );

test.each( [
	[ '--set', 'buildsPerMinute', 'NAME=NUMBER' ],
	[ '--set', 'buildsPerMinute=', 'NAME=NUMBER' ],
	[ '--set', 'buildsPerMinute=ten', '“ten” is not' ],
	[ '--set', 'buildsPerMinute=1e2', '“1e2” is not' ],
	[ '--set', 'keptBuilds=0', 'from 1 to 100000' ],
	[ '--set', 'toString=1', 'Unknown limit “toString”' ],
	[ '--wordpress', 'prod', 'NAME=ADDRESS' ],
	[ '--wordpress', 'prod=nowhere', 'NAME=ADDRESS' ],
	[ '--install-folder', '=/srv', 'NAME=FOLDER' ],
	[ '--port', '65536', '65535' ],
	[ '--reserve-port', 'web', '65535' ],
] )( 'serve exits with 2 for %s %s', async ( option, value, text ) => {
	const { exitCode, stderr, options } = await serve( [ option, value ] );
	expect( exitCode ).toBe( 2 );
	expect( stderr ).toContain( text );
	expect( options ).toBeUndefined();
} );

test( 'serve resolves an install folder relative to the current folder', async () => {
	const { options } = await serve( [ '--install-folder', 'prod=./wp' ] );
	expect( options?.installFolders ).toEqual( {
		prod: path.resolve( 'wp' ),
	} );
} );

test( 'serve lists every limit with its default in the help', async () => {
	const { stdout } = await serve( [ '--help' ] );
	for ( const [ name, setting ] of Object.entries( LIMITS ) ) {
		expect( stdout ).toContain( `${ name }=${ setting.default }` );
		expect( stdout ).toContain( setting.description );
	}
} );

test( 'serve does not print a password that the user has set', async () => {
	const { stdout, stderr } = await serve( [] );
	expect( stdout ).toContain(
		'http://127.0.0.1:4100/portal/enter?code=once'
	);
	expect( stdout + stderr ).not.toContain( 'secret-password' );
} );

test( 'serve reads the password from standard input', async () => {
	const { options } = await serve( [ '--json' ], {
		env: {},
		line: 'typed',
	} );
	expect( options?.password ).toBe( 'typed' );
} );

test( 'serve generates a password in a terminal and prints it once', async () => {
	const { exitCode, stdout, options } = await serve( [], {
		env: {},
		isInteractive: true,
	} );
	expect( exitCode ).toBe( 0 );
	expect( options?.password ).toMatch( /^[\w-]{24}$/ );
	expect( stdout.split( options?.password ?? '' ) ).toHaveLength( 2 );
} );

test.each( [
	[ 'a script', { env: {} } ],
	[ 'JSON', { env: {}, isInteractive: true } ],
] )(
	'serve exits with 2 if the password is missing for %s',
	async ( _name, context ) => {
		const { exitCode, stderr, options } = await serve(
			[ '--json' ],
			context
		);
		expect( exitCode ).toBe( 2 );
		expect( stderr ).toContain( 'HEADLESS_API_PASSWORD' );
		expect( options ).toBeUndefined();
	}
);

test.each( [
	[ 'port-in-use', 4 ],
	[ 'data-folder', 4 ],
	[ 'data-folder-in-use', 4 ],
	[ 'database', 4 ],
	[ 'options', 2 ],
] as const )(
	'serve prints why the platform cannot start: %s',
	async ( code, expected ) => {
		const { exitCode, stderr, stdout } = await serve( [ '--json' ], {
			startPlatform: async () => {
				throw new StartError( code, 'Because of this. Do that.' );
			},
		} );
		expect( exitCode ).toBe( expected );
		expect( stderr ).toBe( 'Because of this. Do that.' );
		expect( JSON.parse( stdout ) ).toEqual( {
			error: {
				code: expected === 4 ? 'cannotStart' : 'usage',
				message: 'Because of this. Do that.',
			},
		} );
	}
);
