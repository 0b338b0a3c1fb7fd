import { randomUUID } from 'node:crypto';
import {
	mkdir,
	readdir,
	readFile,
	rename,
	rm,
	symlink,
	writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
	claimDataFolder,
	MARKER_FILE,
} from '../../../src/reference-api/store/data-folder.ts';
import { Folders } from '../../../src/reference-api/store/folders.ts';
import { removeGeneratedEntries } from '../../../src/reference-api/store/generated-entries.ts';
import {
	makeEnvironment,
	makePlatform,
	temporaryFolder,
} from '../test-platform.ts';

async function filesIn( folder: string ): Promise< string[] > {
	return ( await readdir( folder, { recursive: true } ) ).sort();
}

/** Creates a folder in which another program keeps files under the names that the platform uses. */
async function foreignFolder(): Promise< string > {
	const folder = await temporaryFolder();
	for ( const name of [ 'tmp', 'environments' ] ) {
		await mkdir( path.join( folder, name ) );
		await writeFile( path.join( folder, name, 'letter.txt' ), 'dear' );
	}
	return folder;
}

test( 'the data folder is rejected when it contains files of another program, and nothing in it changes', async () => {
	const dataFolder = await foreignFolder();
	const before = await filesIn( dataFolder );
	await expect( makePlatform( { dataFolder } ) ).rejects.toMatchObject( {
		code: 'data-folder',
		message: expect.stringContaining(
			'is not empty and is not a data folder'
		),
	} );
	expect( await filesIn( dataFolder ) ).toEqual( before );
} );

test( 'the data folder is refused when a program keeps a database and a lock of the same names there', async () => {
	const root = await temporaryFolder();
	const { DatabaseSync } = await import( 'node:sqlite' );
	for ( const name of [ 'platform.db', 'lock.db' ] ) {
		const other = new DatabaseSync( path.join( root, name ) );
		other.exec( 'CREATE TABLE notes ( id INTEGER )' );
		other.close();
	}
	expect( () => claimDataFolder( new Folders( root ) ) ).toThrow(
		'is not a data folder of the platform'
	);
} );

test( 'the data folder gets a marker when it is new or empty, and is taken again by it', async () => {
	const root = path.join( await temporaryFolder(), 'new', 'data' );
	claimDataFolder( new Folders( root ) );
	expect(
		await readFile( path.join( root, MARKER_FILE ), 'utf8' )
	).toContain( '"headless-deploy"' );
	await writeFile( path.join( root, 'notes.txt' ), '' );
	expect( () => claimDataFolder( new Folders( root ) ) ).not.toThrow();
} );

test.each( [ 'tmp', 'environments' ] )(
	'the data folder is rejected when %s in it is a link, and the target of the link stays',
	async ( name ) => {
		const other = await temporaryFolder();
		const kept = path.join( other, `${ randomUUID() }.part` );
		await writeFile( kept, 'dear' );
		const first = await makePlatform();
		const { dataFolder } = first;
		await first.close();
		await rm( path.join( dataFolder, name ), { recursive: true } );
		await symlink( other, path.join( dataFolder, name ) );
		await expect( makePlatform( { dataFolder } ) ).rejects.toMatchObject( {
			code: 'data-folder',
			message: expect.stringContaining( 'is a link' ),
		} );
		expect( await readFile( kept, 'utf8' ) ).toBe( 'dear' );
	}
);

test( 'the data folder is refused when the database is missing beside environments, and the environments stay', async () => {
	const first = await makePlatform();
	const { dataFolder } = first;
	const { environmentId } = await makeEnvironment( first );
	await first.close();
	const database = path.join( dataFolder, 'platform.db' );
	await rename( database, `${ database }.away` );
	for ( const content of [ null, '' ] ) {
		if ( content !== null ) {
			await writeFile( database, content );
		}
		await expect( makePlatform( { dataFolder } ) ).rejects.toMatchObject( {
			code: 'database',
			message: expect.stringContaining( 'is missing, but' ),
		} );
	}
	expect( await readdir( path.join( dataFolder, 'environments' ) ) ).toEqual(
		[ environmentId ]
	);
	await rename( `${ database }.away`, database );
	await expect( makePlatform( { dataFolder } ) ).resolves.toBeDefined();
} );

describe( 'the start deletes', () => {
	test( 'what a crash left under its own names, and no other file', async () => {
		const first = await makePlatform();
		const { dataFolder } = first;
		await first.close();
		const own = [
			`tmp/${ randomUUID() }.part`,
			`environments/${ randomUUID() }`,
		];
		const others = [
			'tmp/letter.txt',
			'environments/photos',
			'letter.txt',
		];
		for ( const name of [ ...own, ...others ] ) {
			await writeFile( path.join( dataFolder, name ), '' );
		}
		await makePlatform( { dataFolder } );
		const left = await filesIn( dataFolder );
		expect( left ).toEqual( expect.arrayContaining( others ) );
		expect( own.filter( ( name ) => left.includes( name ) ) ).toEqual( [] );
	} );

	test( 'nothing behind a link, whichever folder of the path is one', async () => {
		const root = await temporaryFolder();
		const other = await temporaryFolder();
		const kept = path.join( other, 'releases', randomUUID() );
		await mkdir( kept, { recursive: true } );
		await symlink( other, path.join( root, 'environment' ) );
		await mkdir( path.join( root, 'real' ) );
		await symlink(
			path.join( other, 'releases' ),
			path.join( root, 'real', 'releases' )
		);
		for ( const name of [ 'environment', 'real' ] ) {
			await removeGeneratedEntries(
				root,
				path.join( root, name, 'releases' )
			);
		}
		expect( await readdir( path.dirname( kept ) ) ).toHaveLength( 1 );
	} );

	test( 'a link with a known name, but not its target', async () => {
		const root = await temporaryFolder();
		const other = await temporaryFolder();
		await writeFile( path.join( other, 'letter.txt' ), '' );
		await mkdir( path.join( root, 'tmp' ) );
		await symlink( other, path.join( root, 'tmp', randomUUID() ) );
		await removeGeneratedEntries( root, path.join( root, 'tmp' ) );
		expect( await readdir( path.join( root, 'tmp' ) ) ).toEqual( [] );
		expect( await readdir( other ) ).toEqual( [ 'letter.txt' ] );
	} );
} );
