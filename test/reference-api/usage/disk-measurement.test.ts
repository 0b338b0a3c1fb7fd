import { execFile } from 'node:child_process';
import { chmod, link, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
	measureFolder,
	measureWordPressInstall,
} from '../../../src/reference-api/usage/disk-measurement.ts';
import { WITHOUT_PERMISSIONS_OF_ROOT } from '../root-permissions.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const signal = new AbortController().signal;

let folder: string;

async function write( name: string, bytes: number ): Promise< string > {
	const file = path.join( folder, name );
	await mkdir( path.dirname( file ), { recursive: true } );
	await writeFile( file, Buffer.alloc( bytes ) );
	return file;
}

beforeEach( async () => {
	folder = await temporaryFolder();
} );

test( 'the size of a folder is the sum of its files, those in folders and hidden ones too', async () => {
	await write( 'releases/1/server.mjs', 1000 );
	await write( 'logs/1.log', 200 );
	await write( 'kept/.next/cache/x', 30 );
	await write( 'empty', 0 );
	expect( await measureFolder( folder, signal ) ).toBe( 1230 );
} );

test( 'the size of a folder counts a file of several names once', async () => {
	const file = await write( 'releases/1/big', 1000 );
	await link( file, path.join( folder, 'again' ) );
	await link( file, path.join( folder, 'releases', 'again' ) );
	expect( await measureFolder( folder, signal ) ).toBe( 1000 );
} );

test( 'the size of a folder does not count the targets of links, also of circular ones', async () => {
	const outside = await temporaryFolder();
	await writeFile( path.join( outside, 'big' ), Buffer.alloc( 5000 ) );
	await write( 'own', 10 );
	await symlink( outside, path.join( folder, 'outside' ) );
	await symlink( path.join( outside, 'big' ), path.join( folder, 'big' ) );
	await symlink( folder, path.join( folder, 'circle' ) );
	await symlink( 'nowhere', path.join( folder, 'broken' ) );
	expect( await measureFolder( folder, signal ) ).toBe( 10 );
} );

test( 'a missing folder has the size 0', async () => {
	const nowhere = path.join( folder, 'nowhere' );
	expect( await measureFolder( nowhere, signal ) ).toBe( 0 );
} );

test( 'the size counts the readable files when a folder cannot be read', async () => {
	await write( 'open', 10 );
	await write( 'closed/file', 200 );
	const closed = path.join( folder, 'closed' );
	await chmod( closed, 0 );
	onTestFinished( () => chmod( closed, 0o700 ) );
	const [ command = '', ...args ] = [
		...WITHOUT_PERMISSIONS_OF_ROOT,
		process.execPath,
		path.join( import.meta.dirname, 'measured-folder.mjs' ),
		folder,
	];
	const { stdout } = await promisify( execFile )( command, args );
	expect( stdout.trim() ).toBe( '10' );
} );

test( 'a folder may vanish while it is measured', async () => {
	for ( let index = 0; index < 300; index++ ) {
		await write( `${ index % 10 }/${ index }`, 10 );
	}
	const measured = measureFolder( folder, signal );
	await rm( path.join( folder, '5' ), { recursive: true } );
	await rm( path.join( folder, '0' ), { recursive: true } );
	const bytes = await measured;
	expect( bytes ).toBeGreaterThanOrEqual( 2400 );
	expect( bytes ).toBeLessThanOrEqual( 3000 );
} );

test( 'measuring a folder does not block the event loop', async () => {
	for ( let index = 0; index < 200; index++ ) {
		await write( String( index ), 1 );
	}
	let turns = 0;
	let isDone = false;
	const count = () => {
		turns++;
		if ( ! isDone ) {
			setImmediate( count );
		}
	};
	setImmediate( count );
	await measureFolder( folder, signal );
	isDone = true;
	expect( turns ).toBeGreaterThan( 5 );
} );

test( 'a folder is not measured further after a stop', async () => {
	await write( 'a', 10 );
	const controller = new AbortController();
	const measured = measureFolder( folder, controller.signal );
	controller.abort();
	await expect( measured ).rejects.toThrow( 'aborted' );
} );

test( 'the size of a local WordPress is that of its files and, apart, its database', async () => {
	await write( 'wp-config.php', 100 );
	await write( 'wp-content/uploads/cat.jpg', 2000 );
	await write( 'wp-content/uploads/notes.sqlite', 300 );
	await write( 'wp-content/database/.ht.sqlite', 40_000 );
	await write( 'wp-content/database/.ht.sqlite-wal', 5000 );
	await write( 'wp-content/database/index.php', 7 );
	expect( await measureWordPressInstall( folder, signal ) ).toEqual( {
		files: 2407,
		database: 45_000,
	} );
} );

test( 'a local WordPress has no measured database when it is not a file', async () => {
	await write( 'wp-config.php', 100 );
	expect( await measureWordPressInstall( folder, signal ) ).toEqual( {
		files: 100,
		database: null,
	} );
} );

test( 'a local WordPress may be named by a link', async () => {
	await write( 'wordpress/wp-config.php', 100 );
	await write( 'wordpress/wp-content/database/wp.sqlite', 50 );
	const named = path.join( folder, 'named' );
	await symlink( path.join( folder, 'wordpress' ), named );
	expect( await measureWordPressInstall( named, signal ) ).toEqual( {
		files: 100,
		database: 50,
	} );
} );

test( 'a local WordPress that does not exist has no size', async () => {
	const nowhere = path.join( folder, 'nowhere' );
	expect( await measureWordPressInstall( nowhere, signal ) ).toEqual( {
		files: 0,
		database: null,
	} );
} );
