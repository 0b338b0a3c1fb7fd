import {
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MARKER_FILE } from '../../../src/reference-api/store/data-folder.ts';
import { lockFolder } from '../../../src/reference-api/store/folder-lock.ts';
import { moveDataFolder } from '../../../src/reference-api/store/move-data-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SOURCE = 'environments/one/sources/code.zip';
const SCRIPT = 'environments/one/releases/a/run.sh';
const LINK = 'environments/one/releases/a/link';

/** Creates a data folder, and names the place where it belongs. */
async function makeOldFolder(): Promise< { from: string; to: string } > {
	const root = await temporaryFolder();
	const from = path.join( root, 'clone', 'platform' );
	for ( const file of [ SOURCE, SCRIPT ] ) {
		mkdirSync( path.dirname( path.join( from, file ) ), {
			recursive: true,
		} );
	}
	writeFileSync( path.join( from, MARKER_FILE ), '{}', { mode: 0o600 } );
	writeFileSync( path.join( from, 'platform.db' ), 'the database' );
	writeFileSync( path.join( from, SOURCE ), 'the code' );
	writeFileSync( path.join( from, SCRIPT ), '#!/bin/sh', { mode: 0o755 } );
	symlinkSync( 'run.sh', path.join( from, LINK ) );
	return { from, to: path.join( root, 'state', 'of', 'clone' ) };
}

function expectData( folder: string ): void {
	const read = ( name: string ) =>
		readFileSync( path.join( folder, name ), 'utf8' );
	expect( read( 'platform.db' ) ).toBe( 'the database' );
	expect( read( SOURCE ) ).toBe( 'the code' );
	expect( statSync( path.join( folder, SCRIPT ) ).mode % 0o1000 ).toBe(
		0o755
	);
	expect( lstatSync( path.join( folder, LINK ) ).isSymbolicLink() ).toBe(
		true
	);
	expect( read( LINK ) ).toBe( '#!/bin/sh' );
}

function expectMoved( from: string, to: string ): void {
	expectData( to );
	expect( readdirSync( path.dirname( from ) ) ).toEqual( [] );
	expect( readdirSync( path.dirname( to ) ) ).toEqual( [
		path.basename( to ),
	] );
	expect( existsSync( path.join( to, 'moving.json' ) ) ).toBe( false );
}

/** Fails as between two disks. */
function otherDisk(): never {
	throw Object.assign( new Error( 'EXDEV' ), { code: 'EXDEV' } );
}

test( 'the data folder of an earlier version is renamed on the same disk', async () => {
	const { from, to } = await makeOldFolder();
	const { ino } = statSync( from );
	expect( moveDataFolder( from, to ) ).toEqual( {
		isWarning: false,
		message: `The data of the platform was moved from ${ from } to ${ to }.`,
	} );
	expectMoved( from, to );
	expect( statSync( to ).ino ).toBe( ino );
	expect( moveDataFolder( from, to ) ).toBeNull();
} );

test( 'the data folder of an earlier version is renamed when the new place is an empty folder', async () => {
	const { from, to } = await makeOldFolder();
	mkdirSync( to, { recursive: true } );
	moveDataFolder( from, to );
	expectMoved( from, to );
} );

test( 'the data folder of an earlier version is copied to another disk, with links and modes, and removed', async () => {
	const { from, to } = await makeOldFolder();
	moveDataFolder( from, to, {
		rename: otherDisk,
	} );
	expectMoved( from, to );
} );

test( 'the data folder of an earlier version is copied again when the copy was interrupted', async () => {
	const { from, to } = await makeOldFolder();
	const partial = `${ to }.partial-8be9fa80-9a4f-4f0e-8e6e-2f0a36f4c001`;
	mkdirSync( partial, { recursive: true } );
	writeFileSync( path.join( partial, 'platform.db' ), 'the data' );
	writeFileSync( path.join( from, 'moving.json' ), '{}' );
	moveDataFolder( from, to, {
		rename: otherDisk,
	} );
	expectMoved( from, to );
} );

/** Leaves what an interruption leaves between the end of the copy and the removal of the old folder. */
async function interruptBeforeRemoval() {
	const places = await makeOldFolder();
	const { from, to } = places;
	const kept = `${ from }-kept`;
	const saved = () => {
		cpSync( from, kept, {
			recursive: true,
			verbatimSymlinks: true,
			preserveTimestamps: true,
		} );
		return otherDisk();
	};
	moveDataFolder( from, to, { rename: saved } );
	const { size, mtimeMs } = statSync( path.join( kept, 'platform.db' ) );
	cpSync( kept, from, {
		recursive: true,
		verbatimSymlinks: true,
		preserveTimestamps: true,
	} );
	for ( const folder of [ from, to ] ) {
		writeFileSync(
			path.join( folder, 'moving.json' ),
			JSON.stringify( {
				id: 'one',
				to,
				database: `${ size } ${ mtimeMs }, none`,
			} )
		);
	}
	return places;
}

test( 'the data folder of an earlier version is removed when only the removal was interrupted', async () => {
	const { from, to } = await interruptBeforeRemoval();
	expect( moveDataFolder( from, to )?.isWarning ).toBe( false );
	expect( existsSync( from ) ).toBe( false );
	expectData( to );
	expect( existsSync( path.join( to, 'moving.json' ) ) ).toBe( false );
} );

test( 'the data folder of an earlier version stays when a platform has used it since the interruption', async () => {
	const { from, to } = await interruptBeforeRemoval();
	writeFileSync( path.join( from, 'platform.db' ), 'newer' );
	expect( moveDataFolder( from, to ) ).toMatchObject( {
		isWarning: true,
		message: expect.stringContaining( 'contains data too' ),
	} );
	expect( readFileSync( path.join( from, 'platform.db' ), 'utf8' ) ).toBe(
		'newer'
	);
	expectData( to );
} );

test( 'the data folder of an earlier version stays when its copy failed and the new place got other data since', async () => {
	const { from, to } = await makeOldFolder();
	// Too long for the name of the incomplete copy.
	const long = path.join( path.dirname( to ), 'x'.repeat( 240 ) );
	expect( () =>
		moveDataFolder( from, long, {
			rename: otherDisk,
		} )
	).toThrow( 'The data is complete.' );
	mkdirSync( long );
	writeFileSync( path.join( long, 'platform.db' ), 'other data' );
	expect(
		moveDataFolder( from, long, {
			rename: otherDisk,
		} )
	).toMatchObject( {
		isWarning: true,
		message: expect.stringContaining( 'contains data too' ),
	} );
	expectData( from );
} );

test( 'the data folder of an earlier version leaves no remains of an interrupted removal', async () => {
	const { from, to } = await makeOldFolder();
	const remains = `${ from }.moved-8be9fa80-9a4f-4f0e-8e6e-2f0a36f4c001`;
	mkdirSync( remains );
	const other = `${ from }.moved-by-hand`;
	mkdirSync( other );
	moveDataFolder( from, to );
	expect( readdirSync( path.dirname( from ) ) ).toEqual( [
		path.basename( other ),
	] );
} );

test( 'the data folder of an earlier version stays when both places have data, and a warning says so', async () => {
	const { from, to } = await makeOldFolder();
	cpSync( from, to, { recursive: true, verbatimSymlinks: true } );
	expect( moveDataFolder( from, to ) ).toMatchObject( {
		isWarning: true,
		message: expect.stringContaining( from ),
	} );
	expectData( from );
	expectData( to );
} );

test( 'the data folder of an earlier version stays while a platform uses it', async () => {
	const { from, to } = await makeOldFolder();
	const lock = lockFolder( from );
	expect( () => moveDataFolder( from, to ) ).toThrow(
		expect.objectContaining( { code: 'data-folder-in-use' } )
	);
	expectData( from );
	expect( existsSync( to ) ).toBe( false );
	lock.release();
	moveDataFolder( from, to );
	expectMoved( from, to );
} );

test( 'the data folder of an earlier version was moved by another start, before this one could lock it', async () => {
	const { from, to } = await makeOldFolder();
	const move = {
		isWarning: false,
		message: `Another start has moved the data of the platform from ${ from } to ${ to }.`,
	};
	const lock = ( folder: string ) => {
		moveDataFolder( from, to );
		return lockFolder( folder );
	};
	expect( moveDataFolder( from, to, { lock } ) ).toEqual( move );
	expectMoved( from, to );
} );

test( 'the data folder of an earlier version was moved by another start, while this one waited for its lock', async () => {
	const { from, to } = await makeOldFolder();
	const lock = ( folder: string ) => {
		const held = lockFolder( folder );
		mkdirSync( path.dirname( to ), { recursive: true } );
		// The lock is a file in the folder, so it moves with it.
		renameSync( from, to );
		return held;
	};
	expect( moveDataFolder( from, to, { lock } )?.message ).toMatch(
		/^Another start has moved/
	);
	expectData( to );
	expect( existsSync( from ) ).toBe( false );
	lockFolder( to ).release();
} );

test( 'the data folder of an earlier version is being moved by another start, which the message names', async () => {
	const { from, to } = await makeOldFolder();
	writeFileSync(
		path.join( from, 'holder.json' ),
		'{"pid":1,"url":"http://127.0.0.1:1","since":"2020"}'
	);
	const rename = ( ...places: Parameters< typeof renameSync > ) => {
		expect( () => moveDataFolder( from, to ) ).toThrow(
			expect.objectContaining( {
				code: 'data-folder-in-use',
				message: expect.stringMatching(
					new RegExp(
						`in use by process ${ process.pid } \\(moves the data to ${ to }, .*wait until that start is ready, then start again\\.$`
					)
				),
			} )
		);
		renameSync( ...places );
	};
	expect( moveDataFolder( from, to, { rename } )?.message ).toMatch(
		/was moved from/
	);
	expectMoved( from, to );
} );

test( 'the data folder of an earlier version stays complete when the new place cannot be written', async () => {
	const { from, to } = await makeOldFolder();
	writeFileSync( path.dirname( path.dirname( to ) ), 'a file' );
	expect( () => moveDataFolder( from, to ) ).toThrow(
		'The data is complete.'
	);
	expectData( from );
} );

test( 'an earlier data folder that is a link is not moved', async () => {
	const { from, to } = await makeOldFolder();
	const link = path.join( path.dirname( from ), 'link' );
	symlinkSync( from, link );
	expect( () => moveDataFolder( link, to ) ).toThrow( 'is a link' );
	expectData( from );
} );

test( 'a folder of another program is not moved', async () => {
	const { to } = await makeOldFolder();
	const other = await temporaryFolder();
	writeFileSync( path.join( other, 'letter.txt' ), '' );
	expect( moveDataFolder( other, to ) ).toBeNull();
	expect( readdirSync( other ) ).toEqual( [ 'letter.txt' ] );
} );
