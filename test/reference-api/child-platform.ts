/**
 * A platform in a process of its own, whose memory and files can be looked at from outside.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EnvironmentPath } from '../../src/reference-api/model/hosting.ts';
import type { PlatformOptions } from '../../src/reference-api/server.ts';
import { basic, json, PASSWORD, USER, WORDPRESS } from './test-platform.ts';

const SERVE = fileURLToPath(
	new URL( './platform-process.ts', import.meta.url )
);

export interface ChildPlatform {
	url: string;
	dataFolder: string;
	pid: number;
	ask: ( url: string, init?: RequestInit ) => Promise< Response >;
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
	ask: ChildPlatform[ 'ask' ]
): Promise< EnvironmentPath > {
	const apps = '/v1/accounts/acme/apps';
	await ask(
		`${ apps }?appId=shop`,
		json( { region: 'regions/UK', uploadable: {} } )
	);
	const answer = await ask(
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
	const all: PlatformOptions = {
		dataFolder,
		port: 0,
		user: USER,
		password: PASSWORD,
		accounts: [ 'acme' ],
		wordpress: { blog: WORDPRESS },
		...options,
	};
	const child = spawn( process.execPath, [ SERVE, JSON.stringify( all ) ], {
		stdio: [ 'ignore', 'pipe', 'inherit' ],
	} );
	const exited = once( child, 'exit' );
	const [ line ] = ( await Promise.race( [
		once( child.stdout, 'data' ),
		exited.then( () =>
			Promise.reject( new Error( 'It could not start.' ) )
		),
	] ) ) as [ Buffer ];
	const { url } = JSON.parse( line.toString() ) as { url: string };
	const pid = child.pid ?? 0;
	const ask: ChildPlatform[ 'ask' ] = ( address, init ) =>
		fetch( new URL( address, url ), {
			redirect: 'manual',
			...init,
			headers: { authorization: basic(), ...init?.headers },
		} );
	return {
		url,
		dataFolder,
		pid,
		ask,
		makePlace: () => placeOf( ask ),
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
			child.kill( 'SIGTERM' );
			await exited;
			await rm( dataFolder, { recursive: true, force: true } );
		},
	};
}
