/**
 * Kills the platform at random under load, again and again: what it acknowledged is there, and nothing else is left.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { GROUP_VARIABLE } from '../../src/reference-api/builds/orphan-processes.ts';
import { DATABASE_FILE } from '../../src/reference-api/store/sqlite.ts';
import { kill, processesWith, spawnPlatform } from './child-platform.ts';
import { Ledger, load, seeded } from './kill-load.ts';
import type { Target } from './kill-load.ts';
import {
	makeEnvironment,
	makePlatform,
	USER,
	wordApp,
	uploadAndWait,
} from './test-platform.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** KILL_ROUNDS asks for more; each run draws other moments. */
const ROUNDS = Number( process.env.KILL_ROUNDS ) || 5;
const MAX_ROUND_MS = 700;
/** Reads a data folder without a running platform, as another program would. */
function readState(
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
			`SELECT id FROM builds WHERE "trigger" = 'upload' AND environmentId = ?`,
			environmentId
		).length,
		generation: Number(
			values(
				'SELECT cacheGeneration FROM environments WHERE id = ?',
				environmentId
			)[ 0 ]
		),
		token: values(
			'SELECT token FROM webhook_sets WHERE environmentId = ?',
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
	const found = readState( dataFolder, id, regenerated.environmentId );
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
		const { child, url } = await spawnPlatform( dataFolder );
		const target = { ...place, url };
		const loaded = load( target, ledger, random );
		await delay( random() * MAX_ROUND_MS );
		await kill( child );
		await loaded;
		await expect
			.poll( () => processesWith( dataFolder, GROUP_VARIABLE ), {
				timeout: 10_000,
			} )
			.toEqual( [] );
		if ( ledger.uploads > 0 ) {
			expectAllKept( ledger, dataFolder, target );
		}
	}
	expect( ledger.size ).toBeGreaterThan( ROUNDS );
	const platform = await makePlatform( { dataFolder } );
	await platform.waitUntilIdle();
	// On a slow machine each build is interrupted twice, so that none of them is live.
	await uploadAndWait( platform, place.busy, place.zip );
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
