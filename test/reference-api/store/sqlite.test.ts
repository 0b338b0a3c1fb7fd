import fs from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { GroupCommit } from '../../../src/reference-api/store/group-commit.ts';
import { openWriter } from '../../../src/reference-api/store/sqlite-connection.ts';
import { SqliteExecutor } from '../../../src/reference-api/store/sqlite-executor.ts';
import {
	DATABASE_FILE,
	openSqliteStore,
} from '../../../src/reference-api/store/sqlite.ts';
import { makeTables } from '../../../src/reference-api/store/store.ts';
import type { Store } from '../../../src/reference-api/store/store.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const AT = new Date( Date.UTC( 2030, 0, 1 ) );

async function makeStore() {
	const folder = await temporaryFolder();
	const file = path.join( folder, DATABASE_FILE );
	return { folder, file, store: openSqliteStore( folder ) };
}

const add = ( store: Store, name: string ) =>
	store.write( ( { accounts } ) => accounts.add( { name, id: name }, AT ) );

/** Reads names with another program's eyes. */
function namesIn( file: string ) {
	const other = new DatabaseSync( file, { readOnly: true } );
	const rows = other
		.prepare( 'SELECT name FROM accounts ORDER BY name' )
		.all();
	other.close();
	return rows.map( ( { name } ) => name );
}

test( 'an answer means that it is in the file', async () => {
	const { file, store } = await makeStore();
	await add( store, 'a' );
	expect( namesIn( file ) ).toEqual( [ 'a' ] );
	await store.close();
} );

test( 'SQLite orders its writes in a write-ahead log, which the platform forces to the disk itself', async () => {
	const file = path.join( await temporaryFolder(), DATABASE_FILE );
	const writer = openWriter( file );
	const readPragma = ( pragma: string ) =>
		writer.prepare( `PRAGMA ${ pragma }` ).get()?.[ pragma ];
	expect( readPragma( 'journal_mode' ) ).toBe( 'wal' );
	expect( readPragma( 'synchronous' ) ).toBe( 1 );
	expect( readPragma( 'foreign_keys' ) ).toBe( 1 );
	writer.close();
} );

test( 'a write is answered only after the log was forced to the disk, and other requests are read in the meantime', async () => {
	const { file, store } = await makeStore();
	const forced: ( () => void )[] = [];
	const spy = vi
		.spyOn( fs, 'fdatasync' )
		.mockImplementation( ( _handle, done ) => {
			forced.push( () => done( null ) );
		} );
	onTestFinished( () => spy.mockRestore() );
	let isAnswered = false;
	const first = add( store, 'a' ).then( () => ( isAnswered = true ) );
	await vi.waitFor( () => expect( forced ).toHaveLength( 1 ) );
	// It is committed, and the event loop is free; the answer waits for the disk.
	expect( namesIn( file ) ).toEqual( [ 'a' ] );
	const second = [ add( store, 'b' ), add( store, 'c' ) ];
	await new Promise( setImmediate );
	expect( [ isAnswered, forced.length ] ).toEqual( [ false, 1 ] );
	forced[ 0 ]?.();
	await first;
	await vi.waitFor( () => expect( forced ).toHaveLength( 2 ) );
	forced[ 1 ]?.();
	await Promise.all( second );
	spy.mockRestore();
	await store.close();
} );

test( 'a write that cannot be forced to the disk is rejected with a message, and later ones work', async () => {
	const { store } = await makeStore();
	const spy = vi
		.spyOn( fs, 'fdatasync' )
		.mockImplementationOnce( ( _handle, done ) =>
			done( new Error( 'EIO: i/o error, fdatasync' ) )
		);
	onTestFinished( () => spy.mockRestore() );
	await expect( add( store, 'a' ) ).rejects.toMatchObject( {
		status: 503,
		message: expect.stringContaining( 'EIO: i/o error' ),
	} );
	await add( store, 'b' );
	await store.close();
} );

test( 'the writes of a turn share a commit: it takes as many pages as one of them alone', async () => {
	const { file, store } = await makeStore();
	const growthOf = async ( work: () => Promise< unknown > ) => {
		const before = ( await stat( `${ file }-wal` ) ).size;
		await work();
		return ( await stat( `${ file }-wal` ) ).size - before;
	};
	await add( store, 'first' );
	const alone = await growthOf( () => add( store, 'a' ) );
	const together = await growthOf( () =>
		Promise.all( [ add( store, 'b' ), add( store, 'c' ) ] )
	);
	expect( together ).toBe( alone );
	await store.close();
} );

describe( 'a write that fails is rejected with a message, and later writes work', () => {
	test( 'while another program holds the file', async () => {
		const { file, store } = await makeStore();
		const blocker = new DatabaseSync( file );
		blocker.exec( 'BEGIN IMMEDIATE' );
		await expect( add( store, 'a' ) ).rejects.toMatchObject( {
			status: 503,
			message: expect.stringContaining( 'cannot be used' ),
		} );
		blocker.exec( 'ROLLBACK' );
		blocker.close();
		await add( store, 'b' );
		expect( namesIn( file ) ).toEqual( [ 'b' ] );
		await store.close();
	} );

	test.each( [
		[
			'on a full disk',
			'max_page_count',
			'1',
			'1000000',
			507,
			'The disk is full.',
		],
		[
			'on a read-only disk',
			'query_only',
			'1',
			'0',
			503,
			'cannot be written',
		],
	] )( '%s', async ( _where, pragma, broken, repaired, status, expected ) => {
		const file = path.join( await temporaryFolder(), DATABASE_FILE );
		const writer = openWriter( file );
		const tables = makeTables( new SqliteExecutor( writer ) );
		const group = new GroupCommit( writer, tables );
		const addLong = ( name: string ) =>
			group.write( ( { accounts } ) =>
				accounts.add( { name: name.padEnd( 9000, 'x' ), id: name }, AT )
			);
		await addLong( 'before' );
		writer.exec( `PRAGMA ${ pragma } = ${ broken }` );
		const refused = await Promise.allSettled( [
			addLong( 'a' ),
			addLong( 'b' ),
		] );
		expect( refused ).toMatchObject(
			[ 1, 2 ].map( () => ( {
				status: 'rejected',
				reason: {
					status,
					message: expect.stringContaining( expected ),
				},
			} ) )
		);
		writer.exec( `PRAGMA ${ pragma } = ${ repaired }` );
		await addLong( 'c' );
		const kept = ( await tables.accounts.first( 9 ) ).map(
			( { id } ) => id
		);
		expect( kept ).toEqual( [ 'before', 'c' ] );
		expect( writer.prepare( 'PRAGMA integrity_check' ).get() ).toEqual( {
			integrity_check: 'ok',
		} );
		writer.close();
	} );
} );

describe( 'a file is refused, and stays as it is,', () => {
	async function expectRefusal( file: string, expected: string ) {
		const before = await readFile( file );
		expect( () => openSqliteStore( path.dirname( file ) ) ).toThrow(
			expect.objectContaining( {
				code: 'database',
				message: expect.stringContaining( expected ),
			} )
		);
		expect( ( await readFile( file ) ).equals( before ) ).toBe( true );
	}

	test( 'when it is no database', async () => {
		const file = path.join( await temporaryFolder(), DATABASE_FILE );
		await writeFile( file, 'this is a text file'.repeat( 100 ) );
		await expectRefusal( file, file );
	} );

	test( 'when its pages are damaged', async () => {
		const { file, store } = await makeStore();
		await add( store, 'a' );
		await store.close();
		const bytes = await readFile( file );
		bytes.fill( 0xff, 5000, 40_000 );
		await writeFile( file, bytes );
		await expectRefusal( file, 'backup' );
	} );

	test.each( [
		{ age: 'newer', version: 999 },
		{ age: 'older', version: 1 },
	] )(
		'when it has the tables of $age version',
		async ( { age, version } ) => {
			const { file, store } = await makeStore();
			await store.close();
			const other = new DatabaseSync( file );
			other.exec( `PRAGMA user_version = ${ version }` );
			other.close();
			await expectRefusal( file, `${ age } version` );
		}
	);
} );

test( 'damage that is found later is reported with a message', async () => {
	const { folder, file, store } = await makeStore();
	await add( store, 'a' );
	await store.close();
	const reader = openSqliteStore( folder );
	const bytes = await readFile( file );
	bytes.fill( 0xff, 4096 );
	await writeFile( file, bytes );
	await expect( reader.builds.inState( 'queued' ) ).rejects.toMatchObject( {
		status: 503,
		message: expect.stringContaining( 'damaged' ),
	} );
	await reader.close();
} );
