import fs, { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BuildQueue } from '../../../src/reference-api/builds/queue.ts';
import { queueUpload } from '../../../src/reference-api/builds/uploads.ts';
import { readLimits } from '../../../src/reference-api/lib/limits.ts';
import { Folders } from '../../../src/reference-api/store/folders.ts';
import { openSqliteStore } from '../../../src/reference-api/store/sqlite.ts';
import {
	addEnvironment,
	AT,
	ENVIRONMENT,
} from '../store/sample-environment.ts';
import {
	makePlace,
	temporaryFolder,
	upload,
	wordApp,
} from '../test-platform.ts';

async function expectNothingLeft( folders: Folders, id: string ) {
	expect( existsSync( folders.environment( id ) ) ).toBe( false );
	expect( await readdir( folders.temporary ) ).toEqual( [] );
}

test( 'an environment that is deleted while a zip unpacks gets no build, and the upload answers 404', async () => {
	const folders = new Folders( await temporaryFolder() );
	const store = openSqliteStore( folders.root );
	onTestFinished( () => store.close() );
	await store.write( addEnvironment );
	await folders.prepareEnvironment( ENVIRONMENT.id );
	await mkdir( folders.temporary );
	const zipFile = path.join( folders.temporary, 'upload.zip' );
	await writeFile( zipFile, await wordApp( 'new' ) );
	const find = vi
		.spyOn( store.environments, 'find' )
		.mockImplementationOnce( async ( id ) => {
			const found = await store.environments.find( id );
			await store.write( ( { environments } ) =>
				environments.delete( id )
			);
			await rm( folders.environment( id ), { recursive: true } );
			return found;
		} );
	const uploaded = queueUpload(
		{
			store,
			folders,
			queue: new BuildQueue( 0, () => AT ),
			limits: readLimits( {} ),
		},
		{ accountName: 'acme', appId: 'shop', environmentId: ENVIRONMENT.id },
		zipFile,
		'test'
	);
	await expect( uploaded ).rejects.toMatchObject( {
		status: 404,
		message: expect.stringContaining( 'does not exist in app' ),
	} );
	expect( find ).toHaveBeenCalled();
	await expectNothingLeft( folders, ENVIRONMENT.id );
} );

test( 'an environment that is deleted right before the write of its upload gets no build', async () => {
	const { platform, place } = await makePlace();
	const { services } = platform;
	const folders = new Folders( platform.dataFolder );
	const zip = await wordApp( 'new' );
	const held: ( () => void )[] = [];
	const { fdatasync } = fs;
	const spy = vi
		.spyOn( fs, 'fdatasync' )
		.mockImplementation( ( handle, done ) => {
			held.push( () => fdatasync( handle, done ) );
		} );
	onTestFinished( () => spy.mockRestore() );
	// Later writes wait for this one.
	const written = services.catalog.createAccount( 'other' );
	await vi.waitFor( () => expect( held ).toHaveLength( 1 ) );
	const deleted = services.deletion.environment( place );
	await nextTurn();
	const uploaded = upload( platform, place, zip );
	await vi.waitFor( async () =>
		expect(
			await readdir( folders.releases( place.environmentId ) )
		).toHaveLength( 1 )
	);
	await nextTurn();
	spy.mockRestore();
	held.forEach( ( sync ) => sync() );
	await Promise.all( [ written, deleted ] );
	const response = await uploaded;
	expect( response.status ).toBe( 404 );
	expect( await response.json() ).toMatchObject( {
		message: expect.stringContaining( 'does not exist in app' ),
	} );
	await expectNothingLeft( folders, place.environmentId );
} );
