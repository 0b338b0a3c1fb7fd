/**
 * Starts the platform and the servers that it is compared with, each on a free port, in a process of its own, and
 * where the machine allows on one core of its own.
 */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT } from '../../../src/dev-kit/paths.ts';
import { startSupervised } from '../../../src/dev-kit/supervised-commands.mjs';
import { CONTRACT } from './contract.ts';
import { mockServerScript } from './mock-servers.ts';

const LOOK_EVERY_MS = 5;
const MAX_START_MS = 60_000;
export const USER = 'api';
export const PASSWORD = 'bench-password';
/** Credentials as a header. */
export const BASIC = `Basic ${ Buffer.from( `${ USER }:${ PASSWORD }` ).toString( 'base64' ) }`;
const BUILT_COMMAND = path.join( PROJECT, 'dist', 'cli', 'main.js' );

/** Runs the built command, as its file in the package does; in a clone that file runs the sources. */
const RUN_BUILT_COMMAND = `process.argv.splice( 1, 0, 'headless-deploy' ); require( ${ JSON.stringify( BUILT_COMMAND ) } ).main();`;

export interface Server {
	name: string;
	url: string;
	/** From the start of the process to the first answer over HTTP. */
	startMs: number;
	/** The most memory that its processes have had, in bytes; null where the system does not report it. */
	peakMemory: () => number | null;
	/** CPU time of its processes so far, in milliseconds; null where the system does not report it. */
	cpuTime: () => number | null;
	stop: () => Promise< void >;
}

/** Finds a free port. */
async function freePort(): Promise< number > {
	const server = net.createServer();
	await new Promise< void >( ( ready ) =>
		server.listen( 0, '127.0.0.1', ready )
	);
	const { port } = server.address() as net.AddressInfo;
	await new Promise( ( closed ) => server.close( closed ) );
	return port;
}

function onOneCore( command: string, args: string[] ): [ string, string[] ] {
	return fs.existsSync( '/usr/bin/taskset' ) && os.availableParallelism() > 1
		? [ '/usr/bin/taskset', [ '-c', '0', command, ...args ] ]
		: [ command, args ];
}

/** Lists the processes of a server. */
function processesOf( mark: string ): string[] {
	if ( ! fs.existsSync( '/proc/self/status' ) ) {
		return [];
	}
	return fs
		.readdirSync( '/proc' )
		.filter( ( name ) => /^\d+$/.test( name ) )
		.filter( ( pid ) => {
			const commandLine = readProcess( pid, 'cmdline' );
			return (
				commandLine.includes( mark ) &&
				! commandLine.includes( 'supervisor.mjs' )
			);
		} );
}

/** Returns an empty text if the process has ended in the meantime. */
function readProcess( pid: string, file: string ): string {
	try {
		return fs.readFileSync( `/proc/${ pid }/${ file }`, 'utf8' );
	} catch {
		return '';
	}
}

/**
 * Finds the largest of what the processes of a server have had at most.
 *
 * @param mark What stands in the command line of each.
 */
function peakMemoryOf( mark: string ): number | null {
	const peaks = processesOf( mark ).map(
		( pid ) =>
			Number(
				/VmHWM:\s+(\d+)/.exec( readProcess( pid, 'status' ) )?.[ 1 ] ??
					0
			) * 1024
	);
	return peaks.length === 0 ? null : Math.max( ...peaks );
}

/** CPU time of a server's processes so far, in milliseconds, in steps of 10. */
function cpuTimeOf( mark: string ): number | null {
	const times = processesOf( mark ).map( ( pid ) => {
		const [ , rest = '' ] = readProcess( pid, 'stat' ).split( ') ' );
		const fields = rest.split( ' ' );
		return ( Number( fields[ 11 ] ) + Number( fields[ 12 ] ) ) * 10;
	} );
	return times.length === 0
		? null
		: times.reduce( ( sum, time ) => sum + time, 0 );
}

async function untilItAnswers( url: string ): Promise< void > {
	const latest = performance.now() + MAX_START_MS;
	for (;;) {
		try {
			await ( await fetch( url ) ).arrayBuffer();
			return;
		} catch ( error ) {
			if ( performance.now() > latest ) {
				throw error;
			}
			await pause( LOOK_EVERY_MS );
		}
	}
}

/**
 * Starts a server.
 *
 * @param command Returns the arguments for a port and a folder.
 */
async function start(
	name: string,
	command: ( port: number, folder: string ) => string[]
): Promise< Server > {
	const folder = fs.mkdtempSync(
		path.join( os.tmpdir(), 'headless-deploy-bench-' )
	);
	const port = await freePort();
	const args = command( port, folder );
	const log = fs.openSync( path.join( folder, 'log' ), 'w' );
	const startedAt = performance.now();
	const { stop } = startSupervised( ...onOneCore( process.execPath, args ), {
		cwd: folder,
		env: { ...process.env, HEADLESS_API_PASSWORD: PASSWORD },
		stdout: log,
		stderr: log,
	} );
	fs.closeSync( log );
	const url = `http://127.0.0.1:${ port }`;
	try {
		await untilItAnswers( `${ url }/` );
	} catch ( error ) {
		await stop();
		const output = fs.readFileSync( path.join( folder, 'log' ), 'utf8' );
		throw new Error( `${ name } did not start. ${ output.slice( -500 ) }`, {
			cause: error,
		} );
	}
	return {
		name,
		url,
		startMs: performance.now() - startedAt,
		peakMemory: () => peakMemoryOf( folder ),
		cpuTime: () => cpuTimeOf( folder ),
		stop: async () => {
			await stop();
			fs.rmSync( folder, { recursive: true, force: true } );
		},
	};
}

function contractFile( folder: string ): string {
	const file = path.join( folder, 'contract.json' );
	fs.writeFileSync( file, JSON.stringify( CONTRACT ) );
	return file;
}

/**
 * Starts the platform.
 *
 * @param settings Values that differ from the defaults.
 */
export function startPlatform(
	settings: Record< string, number > = {}
): Promise< Server > {
	const set = Object.entries( settings ).flatMap( ( [ key, value ] ) => [
		'--set',
		`${ key }=${ value }`,
	] );
	return start( 'Headless Deploy', ( port, folder ) => [
		'--eval',
		RUN_BUILT_COMMAND,
		'--',
		'serve',
		'--json',
		...[
			'--port',
			String( port ),
			'--user',
			USER,
			'--data',
			path.join( folder, 'data' ),
		],
		...[ '--account', 'acme', '--wordpress', 'blog=http://127.0.0.1:9' ],
		...set,
	] );
}

/** Starts Prism with the contract. */
export function startPrism(): Promise< Server > {
	return start( 'Prism', ( port, folder ) => [
		mockServerScript( 'prism' ),
		...[
			'mock',
			'-v',
			'error',
			'-p',
			String( port ),
			contractFile( folder ),
		],
	] );
}

/** Starts Mockoon with the contract. */
export function startMockoon(): Promise< Server > {
	return start( 'Mockoon', ( port, folder ) => [
		mockServerScript( 'mockoon-cli' ),
		...[
			'start',
			'--data',
			contractFile( folder ),
			'--port',
			String( port ),
			'--disable-log-to-file',
		],
	] );
}

/** Starts json-server with an empty database. */
export function startJsonServer(): Promise< Server > {
	return start( 'json-server', ( port, folder ) => {
		const file = path.join( folder, 'db.json' );
		fs.writeFileSync(
			file,
			JSON.stringify( { webhooks: [], environments: [] } )
		);
		return [
			mockServerScript( 'json-server' ),
			'--quiet',
			'--port',
			String( port ),
			file,
		];
	} );
}

/** Starts Node's own HTTP server, which looks at nothing: no server on Node can be faster. */
export function startPlainNode(): Promise< Server > {
	return start( 'node:http', ( port ) => [
		'--eval',
		`require( 'node:http' ).createServer( ( request, response ) => {
			response.setHeader( 'content-type', 'application/json; charset=utf-8' );
			response.end( '{}' );
		} ).listen( ${ port }, '127.0.0.1' );`,
	] );
}

/** Starts Node's own HTTP server with one page, and the headers of a hit: no cache on Node can be faster. */
export function startPlainPage( page: string ): Promise< Server > {
	return start( 'node:http: the same page from memory', ( port, folder ) => [
		'--eval',
		`const page = Buffer.from( ${ JSON.stringify( page ) } );
		require( 'node:http' ).createServer( ( request, response ) => {
			response.writeHead( 200, [
				'content-type', 'text/html', 'cache-control', 'public, max-age=3600',
				'content-length', String( page.length ),
			] );
			response.end( page );
		} ).listen( ${ port }, '127.0.0.1' );`,
		'--',
		folder,
	] );
}

/**
 * Starts a proxy of Node's own HTTP with undici's cache interceptor before an application.
 */
export function startUndiciEdge( application: string ): Promise< Server > {
	return start(
		'node:http with undici’s cache interceptor',
		( port, folder ) => [
			path.join(
				PROJECT,
				'test',
				'bench',
				'platform',
				'undici-edge.mjs'
			),
			...[ String( port ), application, folder ],
		]
	);
}
