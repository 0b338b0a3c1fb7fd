/** The first commands of docs/cli.md, line by line, as a user runs them in a terminal. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { startPlatform } from '../../src/reference-api/server.ts';
import { CHEAP } from '../reference-api/test-platform.ts';
import { temporaryFolder } from '../reference-api/temporary-folder.ts';
import { runCommand } from './fake-context.ts';
import type { FakeContext } from './fake-context.ts';

const ROOT = fileURLToPath( new URL( '../..', import.meta.url ) );

/** The lines of the code blocks before the first heading that is not that of the page. */
function quickStartLines(): string[] {
	const page = readFileSync( path.join( ROOT, 'docs/cli.md' ), 'utf8' );
	const [ start = '' ] = page.split( '\n## ' );
	return [ ...start.matchAll( /^```\n([\s\S]*?)^```$/gm ) ].flatMap(
		( [ , block = '' ] ) => block.trim().split( '\n' )
	);
}

let stop = () => {};
let served: Promise< unknown > = Promise.resolve();

afterEach( async () => {
	stop();
	await served;
} );

test( 'the quick start deploys a front end, without a WordPress install', async () => {
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
		'npm install headless-deploy': async () => {
			const manifest = path.join( ROOT, 'package.json' );
			const { name } = JSON.parse( readFileSync( manifest, 'utf8' ) );
			expect( name ).toBe( 'headless-deploy' );
		},
		'npx headless-deploy serve': async () => {
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
		'npx headless-deploy login': async () => {
			expect( await runCommand( [ 'login' ], context ) ).toMatchObject( {
				exitCode: 0,
				stdout: expect.stringContaining( 'Logged in at' ),
			} );
		},
		'npx headless-deploy deploy': async () => {
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
			expect( await ( await fetch( stdout ) ).text() ).toBe( 'hello' );
		},
	};
	const lines = quickStartLines();
	expect( lines ).toEqual( Object.keys( commands ) );
	for ( const line of lines ) {
		await commands[ line ]?.();
	}
} );
