/**
 * A platform in a process of its own, whose memory and files can be looked at from outside.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { EnvironmentPath } from '../../src/reference-api/model/hosting.ts';
import type { PlatformOptions } from '../../src/reference-api/server.ts';
import {
	basic,
	CHEAP,
	json,
	PASSWORD,
	USER,
	WORDPRESS,
} from './test-platform.ts';

/** The arguments of a Node.js process that runs a platform. */
export function platformArguments(
	dataFolder: string,
	options: Partial< PlatformOptions > = {}
): string[] {
	const all: PlatformOptions = {
		dataFolder,
		port: 0,
		user: USER,
		password: PASSWORD,
		accounts: [ 'acme' ],
		wordpress: { blog: WORDPRESS },
		passwordCost: CHEAP,
		...options,
	};
	const file = new URL( './platform-process.ts', import.meta.url );
	return [ fileURLToPath( file ), JSON.stringify( all ) ];
}

/** Waits until a platform has started, and returns its address. */
export async function startedUrl( child: ChildProcess ): Promise< string > {
	const started = once( child.stdout as Readable, 'data' );
	const ended = once( child, 'exit' ).then( () => {
		throw new Error( 'The platform could not start.' );
	} );
	const [ line ] = ( await Promise.race( [ started, ended ] ) ) as [ Buffer ];
	return ( JSON.parse( line.toString() ) as { url: string } ).url;
}

async function spawnProcess(
	dataFolder: string,
	options: Partial< PlatformOptions > = {}
) {
	const child = spawn(
		process.execPath,
		platformArguments( dataFolder, options ),
		{ stdio: [ 'ignore', 'pipe', 'inherit' ] }
	);
	return { child, url: await startedUrl( child ) };
}

/** Ends a process, and waits for its end. */
export async function kill( child: ChildProcess ): Promise< void > {
	if ( child.exitCode === null && child.signalCode === null ) {
		const exited = once( child, 'exit' );
		child.kill( 'SIGKILL' );
		await exited;
	}
}

/** Starts a platform that is killed after the test. */
export async function spawnPlatform( dataFolder: string ) {
	const started = await spawnProcess( dataFolder );
	onTestFinished( () => kill( started.child ) );
	return started;
}

/** Lists the processes whose environment variables contain all of these texts. */
export async function processesWith( ...texts: string[] ): Promise< string[] > {
	const found: string[] = [];
	for ( const pid of await readdir( '/proc' ) ) {
		const variables = /^\d+$/.test( pid )
			? await readFile( `/proc/${ pid }/environ`, 'utf8' ).catch(
					() => ''
				)
			: '';
		if ( texts.every( ( text ) => variables.includes( text ) ) ) {
			found.push( pid );
		}
	}
	return found;
}

export interface ChildPlatform {
	url: string;
	dataFolder: string;
	pid: number;
	request: ( url: string, init?: RequestInit ) => Promise< Response >;
	/** Creates the app "shop" with an environment. */
	makePlace: () => Promise< EnvironmentPath >;
	/** Bytes of memory at most since the last `forgetPeak`. */
	peakMemory: () => Promise< number >;
	forgetPeak: () => Promise< void >;
	/** All files and folders that uploads make. */
	leftovers: () => Promise< string[] >;
	/** Whether it still runs. */
	isAlive: () => boolean;
	close: () => Promise< void >;
}

async function list( folder: string ): Promise< string[] > {
	return readdir( folder, { recursive: true } ).catch( () => [] );
}

async function placeOf(
	request: ChildPlatform[ 'request' ]
): Promise< EnvironmentPath > {
	const apps = '/v1/accounts/acme/apps';
	await request(
		`${ apps }?appId=shop`,
		json( { region: 'regions/UK', uploadable: {} } )
	);
	const answer = await request(
		`${ apps }/shop/environments`,
		json( {
			displayName: 'Production',
			branch: 'uploadable',
			wpEnvironment: 'blog',
		} )
	);
	const { name } = ( await answer.json() ) as { name: string };
	const [ , environmentId = '' ] = /environments\/([^/]+)/.exec( name ) ?? [];
	return { accountName: 'acme', appId: 'shop', environmentId };
}

export async function startChild(
	options: Partial< PlatformOptions > = {}
): Promise< ChildPlatform > {
	const dataFolder = await mkdtemp(
		path.join( tmpdir(), 'headless-deploy-' )
	);
	const { child, url } = await spawnProcess( dataFolder, options );
	const pid = child.pid ?? 0;
	const request: ChildPlatform[ 'request' ] = ( address, init ) =>
		fetch( new URL( address, url ), {
			redirect: 'manual',
			...init,
			headers: { authorization: basic(), ...init?.headers },
		} );
	return {
		url,
		dataFolder,
		pid,
		request,
		makePlace: () => placeOf( request ),
		peakMemory: async () => {
			const status = await readFile( `/proc/${ pid }/status`, 'utf8' );
			return Number( /VmHWM:\s+(\d+)/.exec( status )?.[ 1 ] ) * 1024;
		},
		// The kernel's own words: 5 sets the peak back to what is used now.
		forgetPeak: () => writeFile( `/proc/${ pid }/clear_refs`, '5' ),
		leftovers: async () =>
			( await list( dataFolder ) ).filter( ( file ) =>
				/^tmp\/|\/(?:sources|releases)\/./.test( file )
			),
		isAlive: () => child.exitCode === null && child.signalCode === null,
		close: async () => {
			const exited = once( child, 'exit' );
			child.kill( 'SIGTERM' );
			await exited;
			await rm( dataFolder, { recursive: true, force: true } );
		},
	};
}
