import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BuildQueue } from '../../../src/reference-api/builds/queue.ts';
import { reconcile } from '../../../src/reference-api/builds/recovery.ts';
import type { RecoveryOptions } from '../../../src/reference-api/builds/recovery.ts';
import { Folders } from '../../../src/reference-api/store/folders.ts';
import { readLimits } from '../../../src/reference-api/lib/limits.ts';
import { openSqliteStore } from '../../../src/reference-api/store/sqlite.ts';
import {
	addEnvironment,
	AT,
	ENVIRONMENT,
} from '../store/sample-environment.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { id: ID } = ENVIRONMENT;
const now = () => AT;

/** A store with one environment whose build was running when the platform was killed. */
async function crash( attempts: number ) {
	const root = await temporaryFolder();
	const store = openSqliteStore( root );
	const folders = new Folders( root );
	const queue = new BuildQueue( 0, now );
	const build = await store.write( async ( tables ) => {
		await addEnvironment( tables );
		await tables.environments.setSource( ID, 'first.zip' );
		const added = await queue.add( tables, {
			environmentId: ID,
			trigger: 'rebuild',
			startedBy: 'test',
		} );
		for ( let attempt = 1; attempt <= attempts; attempt++ ) {
			if ( attempt > 1 ) {
				await tables.builds.requeue( added.id, true );
			}
			await tables.builds.begin( added.id, now() );
		}
		await tables.builds.setSteps( added.id, [
			{
				name: 'unpack',
				state: 'running',
				startTime: now(),
				finishTime: null,
			},
		] );
		return added;
	} );
	const half = folders.release( ID, build.id );
	await mkdir( half, { recursive: true } );
	await mkdir( folders.nextBuildCache( ID ) );
	await writeFile( path.join( half, 'package.json' ), '{' );
	const options = {
		store,
		folders,
		queue,
		now,
		limits: readLimits( {} ),
	} as unknown as RecoveryOptions;
	return { store, folders, queue, build, options };
}

test( 'an interrupted build is queued again, without steps and without half a release', async () => {
	const { store, folders, build, options } = await crash( 1 );
	await reconcile( options );
	expect( await store.builds.find( build.id ) ).toMatchObject( {
		state: 'queued',
		steps: [],
	} );
	expect( await readdir( folders.releases( ID ) ) ).toEqual( [] );
	expect( await readdir( folders.environment( ID ) ) ).not.toContain(
		'kept-next'
	);
	await store.close();
} );

test( 'a build that was interrupted twice has failed, and its steps are closed', async () => {
	const { store, build, options } = await crash( 2 );
	await reconcile( options );
	expect( await store.builds.find( build.id ) ).toMatchObject( {
		state: 'failed',
		error: 'The platform stopped twice while this build was running. Deploy it again.',
		finishTime: now(),
		steps: [ { state: 'failed', finishTime: now() } ],
	} );
	await store.close();
} );

test( 'an interrupted build that is merged with a queued one has closed steps', async () => {
	const { store, queue, build, options } = await crash( 1 );
	await store.write( ( tables ) =>
		queue.add( tables, {
			environmentId: ID,
			trigger: 'rebuild',
			startedBy: 'test',
		} )
	);
	await reconcile( options );
	expect( await store.builds.find( build.id ) ).toMatchObject( {
		state: 'superseded',
		steps: [ { state: 'failed', finishTime: now() } ],
	} );
	await store.close();
} );
