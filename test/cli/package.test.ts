/**
 * The package: packed in a fresh clone, installed in another folder, and used there, also as the first lines of
 * docs/cli.md say.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	createWriteStream,
	globSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
	afterAll,
	afterEach,
	beforeAll,
	expect,
	onTestFinished,
	test,
} from 'vitest';
import { build as buildWithVite } from 'vite';
import { startPlatform } from '../../src/reference-api/server.ts';
import type { Environment } from '../../src/shared/platform-api.generated.ts';
import { ZipFile } from 'yazl';
import { temporaryFolder } from '../reference-api/temporary-folder.ts';
import { CHEAP } from '../reference-api/test-platform.ts';
import { LICENSES_FILE } from '../../src/third-party/write.ts';
import {
	commentedModules,
	licensedPackages,
	packagesOf,
	sbomPackages,
} from '../third-party/evidence.ts';
import { runCommand } from './fake-context.ts';
import type { FakeContext } from './fake-context.ts';
import {
	cleanEnvironment,
	runToEnd,
	startServing,
	stopAll,
} from './process.ts';

const ROOT = fileURLToPath( new URL( '../..', import.meta.url ) );
const INSTALL_MS = 300_000;
const LIVE_MS = 60_000;
const PASSWORD = 'correct-horse';
const authorization = `Basic ${ btoa( `api:${ PASSWORD }` ) }`;

let folder: string;
/** A clone of the project in which `npm pack` has run. */
let packed: string;
/** The folder of the user’s data, outside of the project that has the package. */
let stateHome: string;
let binary: string;

/** Creates an empty folder for all tests. */
const makeFolder = ( name: string ) =>
	mkdtempSync( path.join( tmpdir(), `headless-deploy-${ name }-` ) );

/** Copies what `npm pack` needs, without the npm packages: a fresh clone. */
function makeClone(): string {
	const clone = makeFolder( 'clone' );
	for ( const name of [
		...[ 'bin', 'src', 'LICENSE', 'README.md', 'package.json' ],
		...[ 'package-lock.json', 'tsconfig.json' ],
	] ) {
		cpSync( path.join( ROOT, name ), path.join( clone, name ), {
			recursive: true,
		} );
	}
	return clone;
}

function npm( commandLine: string[], cwd: string ): string {
	return execFileSync( 'npm', commandLine, {
		cwd,
		env: cleanEnvironment(),
		encoding: 'utf8',
		stdio: [ 'ignore', 'pipe', 'pipe' ],
	} );
}

beforeAll( () => {
	folder = makeFolder( 'package' );
	stateHome = makeFolder( 'state' );
	packed = makeClone();
	symlinkSync(
		path.join( ROOT, 'node_modules' ),
		path.join( packed, 'node_modules' )
	);
	npm( [ 'pack' ], packed );
	writeFileSync( path.join( folder, 'package.json' ), '{"private":true}' );
	npm(
		[
			...[ 'install', ...globSync( path.join( packed, '*.tgz' ) ) ],
			...[ '--offline', '--no-audit', '--no-fund', '--omit=dev' ],
		],
		folder
	);
	binary = path.join( folder, 'node_modules/.bin/headless-deploy' );
}, INSTALL_MS );

afterAll( async () => {
	await stopAll();
	for ( const used of [ folder, stateHome, packed ] ) {
		rmSync( used, { recursive: true, force: true } );
	}
} );

async function zipOf( files: Record< string, string > ): Promise< string > {
	const zip = new ZipFile();
	for ( const [ name, content ] of Object.entries( files ) ) {
		zip.addBuffer( Buffer.from( content ), name );
	}
	zip.end();
	const file = path.join( folder, 'site.zip' );
	await pipeline( zip.outputStream, createWriteStream( file ) );
	return file;
}

interface BuildView {
	name: string;
	number: number;
	state: string;
	error: string;
}

/** A platform of the installed package with one environment, as programs use it over HTTP. */
async function serveEnvironment() {
	const served = await startServing(
		[ ...[ binary, 'serve', '--port', '0', '--loose' ] ],
		{ HEADLESS_API_PASSWORD: PASSWORD, XDG_STATE_HOME: stateHome }
	);
	const { url } = served.line;
	const send = ( address: string, init: RequestInit = {} ) =>
		fetch( url + address, {
			...init,
			headers: { ...init.headers, authorization },
		} );
	const post = ( address: string, body: unknown ) =>
		send( address, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify( body ),
		} );
	const apps = '/v1/accounts/local/apps';
	await post( `${ apps }?appId=site`, {
		region: 'regions/UK',
		uploadable: {},
	} );
	const created = await post( `${ apps }/site/environments`, {
		displayName: 'Production',
		branch: 'uploadable',
		wpEnvironment: 'prod',
	} );
	const { name } = ( await created.json() ) as { name: string };
	const environment = name.split( '/operations/' )[ 0 ] ?? '';

	const newest = async (): Promise< BuildView | undefined > => {
		const answer = await send( `/v1/${ environment }/builds` );
		const { builds } = ( await answer.json() ) as { builds: BuildView[] };
		return builds[ 0 ];
	};

	/** Starts a build, and answers it with its log once it has ended. */
	const follow = async ( start: () => Promise< unknown > ) => {
		const before = ( await newest() )?.name;
		await start();
		let build: BuildView | undefined;
		await expect
			.poll(
				async () => {
					build = await newest();
					return build?.name === before ? '' : build?.state;
				},
				{ timeout: LIVE_MS, interval: 100 }
			)
			.toMatch( /live|failed/ );
		const log = await send( `/v1/${ build?.name }/log` );
		const { text } = ( await log.json() ) as { text: string };
		return { ...build, log: text };
	};

	/** Uploads files, and answers the build and its log once the build has ended. */
	const deploy = async ( files: Record< string, string > ) => {
		const form = new FormData();
		const zip = new Blob( [ readFileSync( await zipOf( files ) ) ] );
		form.append( 'repository', zip, 'site.zip' );
		return follow( async () => {
			const uploaded = await send( `/fu/v1/${ environment }:upload`, {
				method: 'POST',
				body: form,
			} );
			expect( uploaded.status ).toBe( 200 );
		} );
	};
	return { served, send, environment, deploy, follow };
}

test( 'the package contains only the files that it needs to run', () => {
	const installed = path.join( folder, 'node_modules/headless-deploy' );
	const files = readdirSync( installed, { recursive: true } ).map( String );
	expect( files ).toContain( 'dist/portal/index.html' );
	expect(
		files.filter( ( file ) =>
			/(?<!\.d)\.ts$|\.map$|\.php$|test/.test( file )
		)
	).toEqual( [] );
	const { version } = JSON.parse(
		readFileSync( path.join( ROOT, 'package.json' ), 'utf8' )
	);
	expect(
		execFileSync( binary, [ '--version' ], {
			env: cleanEnvironment(),
			encoding: 'utf8',
		} ).trim()
	).toBe( version );
} );

/** The modules in the scripts of the portal, by their source maps. */
async function portalModules(): Promise< string[] > {
	const built = await buildWithVite( {
		configFile: path.join( ROOT, 'src/portal/vite.config.ts' ),
		logLevel: 'silent',
		build: { write: false, sourcemap: true },
	} );
	return ( built as { output: object[] } ).output.flatMap( ( file ) =>
		'map' in file ? ( file.map as { sources: string[] } ).sources : []
	);
}

test( 'the licenses of the package name the packages in the command and in the portal', async () => {
	const dist = path.join( folder, 'node_modules/headless-deploy/dist' );
	const command = globSync( 'cli/*.js', { cwd: dist } ).flatMap( ( file ) =>
		commentedModules( readFileSync( path.join( dist, file ), 'utf8' ) )
	);
	const bundled = packagesOf( [ ...command, ...( await portalModules() ) ] );
	const licensed = licensedPackages( dist );
	expect( bundled.filter( ( one ) => ! licensed.includes( one ) ) ).toEqual(
		[]
	);
	expect( bundled.length ).toBeGreaterThan( 100 );
	expect( sbomPackages( dist ) ).toEqual( licensed );
	expect(
		readFileSync( path.join( dist, LICENSES_FILE ), 'utf8' )
	).toContain(
		'[NOTICE]\n\nswagger-ui\nCopyright 2020-2021 SmartBear Software Inc.'
	);
} );

test( 'the build runner loads only three Node modules', () => {
	const runner = readFileSync(
		path.join( folder, 'node_modules/headless-deploy/dist/cli/runner.js' ),
		'utf8'
	);
	const loaded = [ ...runner.matchAll( /require\("([^"]+)"\)/g ) ];
	expect( loaded.map( ( [ , name ] ) => name ).toSorted() ).toEqual( [
		'node:child_process',
		'node:fs',
		'node:module',
	] );
} );

test(
	'the package exports startPlatform, with types that need no other package',
	() => {
		const program = path.join( folder, 'program.mts' );
		writeFileSync(
			program,
			`import { startPlatform, StartError } from 'headless-deploy';
import type { PlatformOptions } from 'headless-deploy';
const options: PlatformOptions = { dataFolder: ${ JSON.stringify(
				path.join( stateHome, 'library' )
			) }, port: 0, user: 'api', password: '${ PASSWORD }', accounts: [ 'acme' ] };
const platform = await startPlatform( options );
const names: string[] = ( await platform.services.catalog.accounts() ).map( ( account ) => account.name );
console.log( names.join(), typeof StartError );
await platform.close();
`
		);
		const types = spawnSync(
			process.execPath,
			[
				path.join( ROOT, 'node_modules/typescript/bin/tsc' ),
				...[ '--noEmit', '--strict', '--ignoreConfig' ],
				...[ '--module', 'nodenext', '--target', 'es2024' ],
				...[ '--types', 'node' ],
				...[ '--typeRoots', path.join( ROOT, 'node_modules/@types' ) ],
				program,
			],
			{ cwd: folder, encoding: 'utf8' }
		);
		expect( types.stdout ).toBe( '' );
		const output = execFileSync( process.execPath, [ program ], {
			cwd: folder,
			env: cleanEnvironment(),
			encoding: 'utf8',
		} );
		expect( output ).toBe( 'acme function\n' );
	},
	INSTALL_MS
);

test(
	'the installed package serves, deploys, rebuilds by webhook, redeploys, reports a failed build, and stops its processes',
	async () => {
		const { served, send, environment, deploy, follow } =
			await serveEnvironment();
		const { url } = served.line;
		const live = await deploy( {
			'package.json':
				'{"scripts":{"build":"echo built by the script","start":"node server.js"}}',
			'server.js':
				"require('http').createServer((q,s)=>s.end('from the package')).listen(process.env.PORT,'127.0.0.1')",
		} );
		expect( live.state ).toBe( 'live' );
		expect( live.log ).toContain( 'built by the script' );
		expect( live.log ).not.toMatch( /Usage:/ );
		const failed = await deploy( {
			'package.json':
				'{"scripts":{"build":"node -e \\"require(\'left-pad\')\\"","start":"node server.js"}}',
		} );
		expect( failed ).toMatchObject( {
			state: 'failed',
			error: 'Build failed: npm run build ended with code 1. The package “left-pad” is missing. Run npm install left-pad, then upload again. Build 1 stayed live.',
		} );
		expect( failed.log ).not.toMatch( /Usage:/ );

		const { domains } = ( await (
			await send( `/v1/${ environment }` )
		).json() ) as Environment;
		const site = `http://${ domains[ 0 ] }`;
		expect( await ( await fetch( site ) ).text() ).toBe(
			'from the package'
		);
		const page = await ( await fetch( `${ url }/portal` ) ).text();
		const script = /src="([^"]+\.js)"/.exec( page )?.[ 1 ] ?? '';
		expect( ( await fetch( url + script ) ).status ).toBe( 200 );

		const command = ( ...commandLine: string[] ) =>
			runToEnd(
				[
					...[ binary, ...commandLine, '--json', '--host', url ],
					...[ '--account', 'local', '--app', 'site' ],
					'--environment',
					environment.split( '/' ).pop() ?? '',
				],
				{ HEADLESS_API_PASSWORD: PASSWORD }
			);
		const webhooks = await command( 'webhooks', 'create' );
		const rebuilt = await follow( () =>
			runToEnd( [ binary, 'trigger', 'rebuild' ], {
				HEADLESS_WEBHOOK_URL: JSON.parse( webhooks.stdout ).purgeCache,
			} )
		);
		// The code that was live, not that of the upload that failed.
		expect( rebuilt ).toMatchObject( { number: 3, state: 'live' } );
		expect( rebuilt.log ).toContain( 'built by the script' );
		const redeployed = await command( 'builds', 'redeploy', '1' );
		expect( JSON.parse( redeployed.stdout ) ).toMatchObject( {
			number: 4,
			state: 'live',
			trigger: 'redeploy',
		} );
		expect( await ( await fetch( site ) ).text() ).toBe(
			'from the package'
		);
		expect( await served.stop() ).toBe( 0 );
		await expect( fetch( site ) ).rejects.toThrow();
	},
	LIVE_MS * 2
);

/** The lines of the code blocks before the first heading that is not that of the page. */
function quickStartLines(): string[] {
	const page = readFileSync( path.join( ROOT, 'docs/cli.md' ), 'utf8' );
	const [ start = '' ] = page.split( '\n## ' );
	return [ ...start.matchAll( /^```\n([\s\S]*?)^```$/gm ) ].flatMap(
		( [ , block = '' ] ) => block.trim().split( '\n' )
	);
}

/** A terminal without a network, with empty folders for the cache and the global packages of npm. */
async function offlineTerminal() {
	const prefix = await temporaryFolder();
	const { PATH } = cleanEnvironment();
	const env = cleanEnvironment( {
		PATH: path.join( prefix, 'bin' ) + path.delimiter + PATH,
		npm_config_cache: await temporaryFolder(),
		npm_config_offline: 'true',
		npm_config_prefix: prefix,
	} );
	return ( line: string, cwd: string ) => {
		const { status, stdout, stderr } = spawnSync( line, {
			...{ cwd, env, shell: true, encoding: 'utf8' },
		} );
		return { status, stdout, stderr };
	};
}

let stop = () => {};
let served: Promise< unknown > = Promise.resolve();

afterEach( async () => {
	stop();
	await served;
} );

test( 'every npm script first installs the npm packages', () => {
	const { scripts } = JSON.parse(
		readFileSync( path.join( ROOT, 'package.json' ), 'utf8' )
	);
	for ( const script of Object.values( scripts ) ) {
		expect( script ).toMatch( /^node src\/dev-kit\/launcher\.mjs / );
	}
} );

// With --dry-run, npm tells the scripts not to install anything either.
test(
	'“npm pack --dry-run” in a fresh clone without a network says why it cannot',
	async () => {
		const clone = makeClone();
		onTestFinished( () => rmSync( clone, { recursive: true } ) );
		const run = await offlineTerminal();
		const { status, stderr } = run( 'npm pack --dry-run', clone );
		expect( status ).toBe( 1 );
		expect( stderr ).toMatch(
			/Installing the npm packages[^]*could not be installed[^]*Check the network/
		);
		expect( stderr ).not.toMatch( /^ {4}at /m );
	},
	INSTALL_MS
);

test( 'the documentation installs packed files, because no package is published', () => {
	const pages = globSync( [ '*.{md,txt}', 'docs/**/*.md', 'src/**/*.md' ], {
		cwd: ROOT,
	} );
	const installed = pages.flatMap( ( page ) =>
		[
			...readFileSync( path.join( ROOT, page ), 'utf8' ).matchAll(
				/npm (?:install|i|add) [^`\n]*headless-deploy[^`\s]*/g
			),
		].map( ( [ line ] ) => line )
	);
	expect( installed.length ).toBeGreaterThan( 3 );
	expect( installed.filter( ( line ) => ! /\.tgz$/.test( line ) ) ).toEqual(
		[]
	);
} );

test(
	'the quick start deploys a front end, without a WordPress install',
	async () => {
		const run = await offlineTerminal();
		const site = await temporaryFolder();
		const files = {
			'package.json': '{"scripts":{"start":"node server.js"}}',
			'server.js':
				"require('http').createServer((q,s)=>s.end('hello')).listen(process.env.PORT)",
		};
		for ( const [ name, content ] of Object.entries( files ) ) {
			writeFileSync( path.join( site, name ), content );
		}
		const dataFolder = await temporaryFolder();
		const printed: string[] = [];
		const find = ( what: string ) =>
			printed
				.find( ( line ) => line.startsWith( what ) )
				?.split( /\s+/ )[ 1 ] ?? '';
		const context: FakeContext = {
			folder: site,
			configFolder: path.join( await temporaryFolder(), 'config' ),
			isInteractive: true,
			fetch,
			wait: ( ms ) => delay( ms / 10 ),
			// The port of the page can be in use on the machine of the test.
			startPlatform: ( options ) => {
				expect( options.port ).toBe( 4100 );
				return startPlatform( {
					...options,
					...{ dataFolder, port: 0, passwordCost: CHEAP },
				} );
			},
			promptText: async ( label, initialValue ) =>
				label === 'Address of the host' ? find( 'API' ) : initialValue,
			promptSecret: async () => find( 'Password' ),
		};
		const commands: Record< string, () => Promise< unknown > > = {
			// Before all tests.
			'npm pack': async () => {},
			'headless-deploy serve': async () => {
				const stopped = new Promise< void >( ( resolve ) => {
					stop = resolve;
				} );
				await new Promise< void >( ( resolve ) => {
					served = runCommand( [ 'serve' ], {
						...context,
						stopped: () => stopped,
						print: ( line ) => {
							printed.push( line );
							if ( line.startsWith( 'Ready' ) ) {
								resolve();
							}
						},
					} ).finally( resolve );
				} );
				expect( find( 'Password' ) ).not.toBe( '' );
			},
			'headless-deploy login': async () => {
				expect(
					await runCommand( [ 'login' ], context )
				).toMatchObject( {
					exitCode: 0,
					stdout: expect.stringContaining( 'Logged in at' ),
				} );
			},
			'headless-deploy deploy': async () => {
				const { exitCode, stdout, stderr } = await runCommand(
					[ 'deploy' ],
					context
				);
				expect( { exitCode, stderr } ).toMatchObject( {
					exitCode: 0,
					stderr: expect.stringContaining(
						'Environment Production created, without a WordPress install.'
					),
				} );
				expect( await ( await fetch( stdout ) ).text() ).toBe(
					'hello'
				);
			},
		};
		for ( const line of quickStartLines() ) {
			const command = commands[ line ];
			if ( command ) {
				await command();
				delete commands[ line ];
			} else {
				expect( run( line, packed ) ).toMatchObject( { status: 0 } );
			}
		}
		expect( commands ).toEqual( {} );
		const { version } = JSON.parse(
			readFileSync( path.join( ROOT, 'package.json' ), 'utf8' )
		);
		expect( run( 'headless-deploy --version', site ) ).toEqual( {
			...{ status: 0, stdout: `${ version }\n`, stderr: '' },
		} );
	},
	INSTALL_MS
);
