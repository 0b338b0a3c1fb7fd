/**
 * Kills the platform at random under load, again and again: what it acknowledged is there, and nothing else is left.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { GROUP_VARIABLE } from '../../src/reference-api/builds/orphan-processes.ts';
import type { PlatformOptions } from '../../src/reference-api/server.ts';
import { DATABASE_FILE } from '../../src/reference-api/store/sqlite.ts';
import { Ledger, load, seeded } from './kill-load.ts';
import type { Target } from './kill-load.ts';
import {
	CHEAP,
	makeEnvironment,
	makePlatform,
	PASSWORD,
	upload,
	USER,
	wordApp,
	WORDPRESS,
} from './test-platform.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** KILL_ROUNDS asks for more; each run draws other moments. */
const ROUNDS = Number( process.env.KILL_ROUNDS ) || 8;
const LONGEST_ROUND_MS = 700;
const SERVE = fileURLToPath(
	new URL( './platform-process.ts', import.meta.url )
);

async function startChild( dataFolder: string ) {
	const options: PlatformOptions = {
		dataFolder,
		port: 0,
		user: USER,
		password: PASSWORD,
		accounts: [ 'acme' ],
		wordpress: { blog: WORDPRESS },
		passwordCost: CHEAP,
	};
	const child = spawn(
		process.execPath,
		[ SERVE, JSON.stringify( options ) ],
		{
			stdio: [ 'ignore', 'pipe', 'inherit' ],
		}
	);
	onTestFinished( () => {
		child.kill( 'SIGKILL' );
	} );
	const [ line ] = ( await Promise.race( [
		once( child.stdout, 'data' ),
		once( child, 'exit' ).then( () => {
			throw new Error( 'The platform could not start.' );
		} ),
	] ) ) as [ Buffer ];
	const { url } = JSON.parse( line.toString() ) as { url: string };
	return { child, url };
}

async function kill( child: ChildProcess ): Promise< void > {
	const exited = once( child, 'exit' );
	child.kill( 'SIGKILL' );
	await exited;
}

/** Finds the processes that builds and applications of a data folder started. */
async function orphansOf( dataFolder: string ): Promise< string[] > {
	const found: string[] = [];
	for ( const pid of await readdir( '/proc' ) ) {
		const variables = /^\d+$/.test( pid )
			? await readFile( `/proc/${ pid }/environ`, 'utf8' ).catch(
					() => ''
				)
			: '';
		if (
			variables.includes( dataFolder ) &&
			variables.includes( GROUP_VARIABLE )
		) {
			found.push( pid );
		}
	}
	return found;
}

/** Reads a data folder without a running platform, as another program would. */
function look(
	dataFolder: string,
	environmentId: string,
	regenerated: string
) {
	const database = new DatabaseSync( path.join( dataFolder, DATABASE_FILE ) );
	const values = ( sql: string, ...parameters: string[] ) =>
		database
			.prepare( sql )
			.all( ...parameters )
			.map( ( row ) => Object.values( row )[ 0 ] );
	const found = {
		integrity: values( 'PRAGMA integrity_check' ),
		foreignKeys: values( 'PRAGMA foreign_key_check' ),
		builds: new Set( values( 'SELECT id FROM builds' ) ),
		environments: new Set( values( 'SELECT id FROM environments' ) ),
		uploads: values(
			`SELECT id FROM builds WHERE "trigger" = 'upload' AND environment_id = ?`,
			environmentId
		).length,
		generation: Number(
			values(
				'SELECT cache_generation FROM environments WHERE id = ?',
				environmentId
			)[ 0 ]
		),
		token: values(
			'SELECT token FROM webhook_sets WHERE environment_id = ?',
			regenerated
		)[ 0 ],
		source: String(
			values(
				'SELECT source FROM environments WHERE id = ?',
				environmentId
			)[ 0 ]
		),
	};
	database.close();
	return found;
}

const lacking = ( wanted: Set< string >, found: Set< unknown > ) =>
	[ ...wanted ].filter( ( id ) => ! found.has( id ) );

function expectAllKept(
	ledger: Ledger,
	dataFolder: string,
	{ busy, regenerated }: Target
): void {
	const id = busy.environmentId;
	const found = look( dataFolder, id, regenerated.environmentId );
	expect( found.integrity ).toEqual( [ 'ok' ] );
	expect( found.foreignKeys ).toEqual( [] );
	expect( lacking( ledger.builds, found.builds ) ).toEqual( [] );
	expect( lacking( ledger.environments, found.environments ) ).toEqual( [] );
	expect(
		[ ...ledger.deleted ].filter( ( gone ) =>
			found.environments.has( gone )
		)
	).toEqual( [] );
	expect( found.uploads ).toBeGreaterThanOrEqual( ledger.uploads );
	expect( found.generation ).toBeGreaterThanOrEqual( ledger.purges );
	// The token is the last acknowledged one, or a newer one whose answer did not come through.
	expect( ledger.tokens.slice( 0, -1 ) ).not.toContain( found.token );
	const folder = path.join( dataFolder, 'environments', id, 'sources' );
	expect( existsSync( path.join( folder, found.source ) ) ).toBe( true );
}

/** Creates a data folder with two environments that have webhooks, one of them with code. */
async function prepare( dataFolder: string ): Promise< Omit< Target, 'url' > > {
	const platform = await makePlatform( { dataFolder } );
	const busy = await makeEnvironment( platform );
	const regenerated = await makeEnvironment( platform );
	const zip = await wordApp( 'word' );
	const { urls } = await platform.services.webhooks.create( busy, USER );
	await platform.services.webhooks.create( regenerated, USER );
	await platform.close();
	const token = new URL( urls.rebuild ).searchParams.get( 'token' ) ?? '';
	return { busy, regenerated, zip, token };
}

test( `${ ROUNDS } times killed under load: nothing acknowledged is lost, nothing is left running, all builds end`, async () => {
	const seed =
		Number( process.env.KILL_SEED ) ||
		1 + Math.floor( Math.random() * 2_000_000_000 );
	console.log( `KILL_SEED=${ seed } repeats this run.` );
	const random = seeded( seed );
	const dataFolder = await temporaryFolder();
	const place = await prepare( dataFolder );
	const ledger = new Ledger();
	for ( let round = 1; round <= ROUNDS; round++ ) {
		const { child, url } = await startChild( dataFolder );
		const target = { ...place, url };
		const loaded = load( target, ledger, random );
		await delay( random() * LONGEST_ROUND_MS );
		await kill( child );
		await loaded;
		await expect
			.poll( () => orphansOf( dataFolder ), { timeout: 10_000 } )
			.toEqual( [] );
		if ( ledger.uploads > 0 ) {
			expectAllKept( ledger, dataFolder, target );
		}
	}
	expect( ledger.size ).toBeGreaterThan( ROUNDS );
	const platform = await makePlatform( { dataFolder } );
	await platform.idle();
	// On a slow machine each build is interrupted twice, so that none of them is live.
	await upload( platform, place.busy, place.zip );
	await platform.idle();
	const builds = await platform.services.builds.of(
		place.busy.environmentId
	);
	expect( builds[ 0 ] ).toMatchObject( { trigger: 'upload', state: 'live' } );
	const open = [ 'queued', 'building', 'deploying' ];
	expect( builds.filter( ( { state } ) => open.includes( state ) ) ).toEqual(
		[]
	);
	expect( builds.filter( ( { state } ) => state === 'live' ) ).toHaveLength(
		1
	);
	const folders = await readdir( path.join( dataFolder, 'environments' ) );
	const environments = await platform.services.catalog.environments(
		'acme',
		'shop'
	);
	expect( folders.toSorted() ).toEqual(
		environments.map( ( { id } ) => id ).toSorted()
	);
	console.log(
		`${ ledger.purges } purges, ${ ledger.builds.size } builds asked for, ${ ledger.uploads } uploads, ${ ledger.tokens.length } new tokens, ${ ledger.deleted.size } environments made and deleted.`
	);
}, 300_000 );
