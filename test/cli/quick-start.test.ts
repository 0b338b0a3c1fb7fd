/** The first commands of docs/cli.md, line by line, as a user runs them in a terminal. */
import { spawnSync } from 'node:child_process';
import {
	cpSync,
	globSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { startPlatform } from '../../src/reference-api/server.ts';
import { CHEAP } from '../reference-api/test-platform.ts';
import { temporaryFolder } from '../reference-api/temporary-folder.ts';
import { runCommand } from './fake-context.ts';
import type { FakeContext } from './fake-context.ts';
import { cleanEnvironment } from './process.ts';

const INSTALL_MS = 120_000;
const ROOT = fileURLToPath( new URL( '../..', import.meta.url ) );

/** The lines of the code blocks before the first heading that is not that of the page. */
function quickStartLines(): string[] {
	const page = readFileSync( path.join( ROOT, 'docs/cli.md' ), 'utf8' );
	const [ start = '' ] = page.split( '\n## ' );
	return [ ...start.matchAll( /^```\n([\s\S]*?)^```$/gm ) ].flatMap(
		( [ , block = '' ] ) => block.trim().split( '\n' )
	);
}

/** Copies what `npm pack` needs, without the npm packages: a fresh clone. */
async function freshClone(): Promise< string > {
	const clone = await temporaryFolder();
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

test.each( [ 'npm pack', 'npm pack --dry-run' ] )(
	'“%s” in a fresh clone without a network says why it cannot',
	async ( line ) => {
		const clone = await freshClone();
		const run = await offlineTerminal();
		const { status, stderr } = run( line, clone );
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
		const clone = await freshClone();
		symlinkSync(
			path.join( ROOT, 'node_modules' ),
			path.join( clone, 'node_modules' )
		);
		const run = await offlineTerminal();
		const folder = await temporaryFolder();
		const files = {
			'package.json': '{"scripts":{"start":"node server.js"}}',
			'server.js':
				"require('http').createServer((q,s)=>s.end('hello')).listen(process.env.PORT)",
		};
		for ( const [ name, content ] of Object.entries( files ) ) {
			writeFileSync( path.join( folder, name ), content );
		}
		const dataFolder = await temporaryFolder();
		const printed: string[] = [];
		const find = ( what: string ) =>
			printed
				.find( ( line ) => line.startsWith( what ) )
				?.split( /\s+/ )[ 1 ] ?? '';
		const context: FakeContext = {
			folder,
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
				expect( run( line, clone ) ).toMatchObject( { status: 0 } );
			}
		}
		expect( commands ).toEqual( {} );
		const { version } = JSON.parse(
			readFileSync( path.join( ROOT, 'package.json' ), 'utf8' )
		);
		expect( run( 'headless-deploy --version', folder ) ).toEqual( {
			...{ status: 0, stdout: `${ version }\n`, stderr: '' },
		} );
	},
	INSTALL_MS
);
