import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Database } from '../../../src/reference-api/store/database.ts';
import { temporaryFolder } from '../platform.ts';

async function makeDatabase() {
	const file = path.join( await temporaryFolder(), 'platform.db' );
	return { file, database: new Database( file ) };
}

const addInstall = ( database: Database, name: string ) =>
	database.run( 'INSERT INTO installs (name, url) VALUES (?, ?)', name, 'x' );

const namesIn = ( file: string ) => {
	const other = new DatabaseSync( file, { readOnly: true } );
	const rows = other
		.prepare( 'SELECT name FROM installs ORDER BY name' )
		.all();
	other.close();
	return rows.map( ( { name } ) => name );
};

test( 'an answer means that it is in the file', async () => {
	const { file, database } = await makeDatabase();
	await database.write( () => addInstall( database, 'a' ) );
	expect( namesIn( file ) ).toEqual( [ 'a' ] );
	database.close();
} );

test( 'the writes of one turn share a commit, and one that fails undoes itself alone', async () => {
	const { file, database } = await makeDatabase();
	const results = await Promise.allSettled( [
		database.write( () => addInstall( database, 'a' ) ),
		database.write( () => {
			addInstall( database, 'b' );
			throw new Error( 'no' );
		} ),
		database.write( () => addInstall( database, 'c' ) ),
	] );
	expect( results.map( ( { status } ) => status ) ).toEqual( [
		'fulfilled',
		'rejected',
		'fulfilled',
	] );
	expect( namesIn( file ) ).toEqual( [ 'a', 'c' ] );
	database.close();
} );

test( 'what cannot be written is refused in words, and later writes work', async () => {
	const { file, database } = await makeDatabase();
	const blocker = new DatabaseSync( file );
	blocker.exec( 'BEGIN IMMEDIATE' );
	await expect(
		database.write( () => addInstall( database, 'a' ) )
	).rejects.toMatchObject( {
		status: 503,
		message: expect.stringContaining( 'cannot be written' ),
	} );
	blocker.exec( 'ROLLBACK' );
	blocker.close();
	await database.write( () => addInstall( database, 'b' ) );
	expect( namesIn( file ) ).toEqual( [ 'b' ] );
	database.close();
} );

test( 'a read-only disk is told in words', async () => {
	const { database } = await makeDatabase();
	database.one( 'PRAGMA query_only = 1' );
	await expect(
		database.write( () => addInstall( database, 'a' ) )
	).rejects.toMatchObject( { status: 503 } );
	database.close();
} );

test( 'closing keeps what waits for its commit', async () => {
	const { file, database } = await makeDatabase();
	const written = database.write( () => addInstall( database, 'a' ) );
	database.close();
	await written;
	expect( namesIn( file ) ).toEqual( [ 'a' ] );
} );

test( 'a file that is no database is refused, and stays as it is', async () => {
	const file = path.join( await temporaryFolder(), 'platform.db' );
	await writeFile( file, 'this is somebody’s diary'.repeat( 100 ) );
	expect( () => new Database( file ) ).toThrow(
		expect.objectContaining( {
			code: 'database',
			message: expect.stringContaining( file ),
		} )
	);
} );

test( 'a database of a newer version is refused', async () => {
	const { file, database } = await makeDatabase();
	database.close();
	const newer = new DatabaseSync( file );
	newer.exec( 'PRAGMA user_version = 999' );
	newer.close();
	expect( () => new Database( file ) ).toThrow( /newer version/ );
} );

test( 'every commit is synchronous, in a write-ahead log', async () => {
	const { database } = await makeDatabase();
	expect( database.one( 'PRAGMA journal_mode' ) ).toEqual( {
		journal_mode: 'wal',
	} );
	expect( database.one( 'PRAGMA synchronous' ) ).toEqual( {
		synchronous: 2,
	} );
	database.close();
} );
