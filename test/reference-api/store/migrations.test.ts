/**
 * A data folder of each version of the tables is stored beside this file, with its database as SQL. It was written by
 * the platform of that version: the app "shop", two releases, a failed build, webhooks and the API users "sam" and "kim".
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
	loadSnapshot,
	saveSnapshot,
} from '../../../src/reference-api/snapshot.ts';
import {
	migrate,
	MIGRATIONS,
	OLDEST_SCHEMA_VERSION,
} from '../../../src/reference-api/store/migrations.ts';
import { SCHEMA_VERSION } from '../../../src/reference-api/store/schema.ts';
import { openWriter } from '../../../src/reference-api/store/sqlite-connection.ts';
import { DATABASE_FILE } from '../../../src/reference-api/store/sqlite.ts';
import {
	makePlatform,
	uploadAndWait,
	visit,
	wordApp,
} from '../test-platform.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const STORED = path.join( import.meta.dirname, 'data-folders' );
const SQL_FILE = 'platform.sql';

const versions = readdirSync( STORED )
	.map( ( name ) => Number( name.replace( 'version-', '' ) ) )
	.toSorted( ( a, b ) => a - b );

/** Copies a stored data folder, and creates its database. */
async function dataFolderOf( version: number ): Promise< string > {
	const folder = path.join( await temporaryFolder(), 'data' );
	const stored = path.join( STORED, `version-${ version }` );
	await cp( stored, folder, { recursive: true } );
	const database = new DatabaseSync( path.join( folder, DATABASE_FILE ) );
	database.exec( readFileSync( path.join( stored, SQL_FILE ), 'utf8' ) );
	database.close();
	return folder;
}

function open( file: string ): DatabaseSync {
	const writer = openWriter( file );
	onTestFinished( () => writer.close() );
	return writer;
}

/** Describes all tables, without the order of their columns. */
function describeTables( database: DatabaseSync ): unknown {
	const rows = ( sql: string ) => database.prepare( sql ).all();
	const tables = rows(
		`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`
	).map( ( { name } ) => String( name ) );
	return tables.map( ( name ) => ( {
		name,
		triggers: rows(
			`SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = '${ name }' ORDER BY name`
		).map( ( { sql } ) => String( sql ).replace( /\s+/g, ' ' ) ),
		strict: rows( `PRAGMA table_list(${ name })` )[ 0 ]?.strict,
		columns: rows(
			`SELECT * FROM pragma_table_info('${ name }') ORDER BY name`
		).map( ( column ) => ( { ...column, cid: null } ) ),
		foreignKeys: rows(
			`SELECT "table", "from", "to" FROM pragma_foreign_key_list('${ name }') ORDER BY "from"`
		),
		indexes: rows(
			`SELECT list.name, "unique", partial, sql, (
				SELECT group_concat(info.name) FROM pragma_index_info(list.name) AS info
			) AS columns FROM pragma_index_list('${ name }') AS list
			LEFT JOIN sqlite_schema AS schema ON schema.name = list.name ORDER BY list.name`
		),
	} ) );
}

test( 'each version of the tables has a stored data folder, and a step from the version before', () => {
	const all = Array.from(
		{ length: SCHEMA_VERSION - OLDEST_SCHEMA_VERSION + 1 },
		( _, index ) => OLDEST_SCHEMA_VERSION + index
	);
	expect( versions ).toEqual( all );
	expect( Object.keys( MIGRATIONS ).map( Number ) ).toEqual( all.slice( 1 ) );
} );

describe.each( versions )( 'a data folder of version %d', ( version ) => {
	test( 'an older data folder has the tables of a new one after the start', async () => {
		const folder = await dataFolderOf( version );
		const migrated = open( path.join( folder, DATABASE_FILE ) );
		const fresh = open( path.join( await temporaryFolder(), 'new.db' ) );
		expect( describeTables( migrated ) ).toEqual( describeTables( fresh ) );
		expect( migrated.prepare( 'PRAGMA user_version' ).get() ).toEqual( {
			user_version: SCHEMA_VERSION,
		} );
		expect( migrated.prepare( 'PRAGMA foreign_keys' ).get() ).toEqual( {
			foreign_keys: 1,
		} );
	} );

	test( 'an older data folder is served, listed, rebuilt and deployed to', async () => {
		const dataFolder = await dataFolderOf( version );
		const platform = await makePlatform( { dataFolder } );
		await platform.waitUntilReady();
		const { catalog, builds, users } = platform.services;
		const [ environment ] = await catalog.environments( 'acme', 'shop' );
		const environmentId = environment?.id ?? '';
		const place = { accountName: 'acme', appId: 'shop', environmentId };
		const page = async () => ( await visit( platform, place ) ).text();
		expect( await page() ).toBe( 'second hello' );
		expect(
			( await builds.of( environmentId ) ).map( ( build ) => [
				build.number,
				build.state,
				build.supersededBy,
				build.steps.length > 0,
			] )
		).toEqual( [
			[ 3, 'failed', '', true ],
			[ 2, 'live', '', true ],
			[ 1, 'succeeded', '', true ],
		] );
		expect( environment?.buildCount ).toBe( 3 );
		expect(
			( await users.all() ).map( ( { id, role } ) => [ id, role ] )
		).toEqual( [
			[ 'kim', 'read' ],
			[ 'sam', 'write' ],
		] );
		await uploadAndWait( platform, place, await wordApp( 'third' ) );
		expect( await page() ).toBe( 'third' );
	} );

	test( 'an older data folder becomes a snapshot of this version', async () => {
		const folder = await dataFolderOf( version );
		const snapshot = `${ folder }-snapshot`;
		const loaded = `${ folder }-loaded`;
		expect( await saveSnapshot( folder, snapshot ) ).toMatchObject( {
			schemaVersion: SCHEMA_VERSION,
			environments: 1,
		} );
		await loadSnapshot( snapshot, loaded, false );
		const platform = await makePlatform( { dataFolder: loaded } );
		const [ app ] = await platform.services.catalog.apps( 'acme' );
		expect( app?.appId ).toBe( 'shop' );
	} );
} );

test( 'version 10 renames the state “cancelled” to “canceled”', async () => {
	const file = path.join( await dataFolderOf( 9 ), DATABASE_FILE );
	const before = new DatabaseSync( file );
	before.exec( "UPDATE builds SET state = 'cancelled' WHERE number = 3" );
	before.close();
	expect(
		open( file )
			.prepare( 'SELECT number, state FROM builds ORDER BY number' )
			.all()
	).toEqual( [
		{ number: 1, state: 'succeeded' },
		{ number: 2, state: 'live' },
		{ number: 3, state: 'canceled' },
	] );
} );

const rowsOf = ( database: DatabaseSync ) =>
	database.prepare( 'SELECT * FROM accounts' ).all();

test( 'a migration runs each step once, in order', async () => {
	const database = open( path.join( await temporaryFolder(), 'a.db' ) );
	const insert = ( name: string ) =>
		`INSERT INTO accounts (name, id, createTime) SELECT '${ name }', '${ name }', count(*) FROM accounts;`;
	migrate( database, 20, 22, {
		20: insert( 'twenty' ),
		22: insert( 'twenty-two' ),
		21: insert( 'twenty-one' ),
	} );
	expect( rowsOf( database ) ).toEqual( [
		{ name: 'twenty-one', id: 'twenty-one', createTime: 0 },
		{ name: 'twenty-two', id: 'twenty-two', createTime: 1 },
	] );
} );

test.each( [
	[ 'a step fails', 'SELECT * FROM missing', 'no such table' ],
	[ 'a step is missing', null, 'no step to version 22' ],
	[
		'rows would refer to missing rows',
		`INSERT INTO webhook_sets VALUES ('e', '', '', 0)`,
		'refer to missing rows',
	],
	[
		// As after some errors of the disk.
		'SQLite has ended the transaction itself',
		`INSERT OR ROLLBACK INTO accounts VALUES ('one', 'one', 0)`,
		'UNIQUE constraint failed',
	],
] )( 'a migration changes nothing if %s', async ( _when, step, message ) => {
	const database = open( path.join( await temporaryFolder(), 'a.db' ) );
	const first = `INSERT INTO accounts VALUES ('one', 'one', 0)`;
	expect( () =>
		migrate(
			database,
			20,
			22,
			step === null ? { 21: first } : { 21: first, 22: step }
		)
	).toThrow( message );
	expect( rowsOf( database ) ).toEqual( [] );
	expect( database.prepare( 'PRAGMA user_version' ).get() ).toEqual( {
		user_version: SCHEMA_VERSION,
	} );
} );

test( 'a migration names a full disk, and changes nothing', async () => {
	const file = path.join( await temporaryFolder(), 'a.db' );
	const database = open( file );
	const { page_count: pages } =
		database.prepare( 'PRAGMA page_count' ).get() ?? {};
	database.exec( `PRAGMA max_page_count = ${ Number( pages ) + 2 }` );
	const step = `CREATE TABLE large AS
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100)
			SELECT i, zeroblob(4096) FROM n`;
	expect( () => migrate( database, 20, 21, { 21: step } ) ).toThrow(
		'disk is full'
	);
	expect( database.isTransaction ).toBe( false );
	expect( database.prepare( 'PRAGMA user_version' ).get() ).toEqual( {
		user_version: SCHEMA_VERSION,
	} );
} );
