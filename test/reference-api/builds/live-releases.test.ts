import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Application } from '../../../src/reference-api/builds/application.ts';
import { LogFile } from '../../../src/reference-api/builds/log-file.ts';
import type { ExitResult } from '../../../src/reference-api/builds/process-group.ts';
import { LiveReleases } from '../../../src/reference-api/builds/live-releases.ts';
import { Folders } from '../../../src/reference-api/store/folders.ts';
import { readLimits } from '../../../src/reference-api/lib/limits.ts';
import { openSqliteStore } from '../../../src/reference-api/store/sqlite.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SETTINGS = { shellVariables: [], wordpressUrl: '', rootDirectory: '' };

/** An application that ends as soon as it is asked to. */
function makeApplication( log: LogFile ): Application {
	const { promise: exited, resolve } = Promise.withResolvers< ExitResult >();
	return new Application( {
		group: {
			exited,
			stop: async () => resolve( { code: 0, signal: null, error: '' } ),
		},
		origin: 'http://127.0.0.1:9',
		output: { log },
		drainTimeoutMs: 0,
	} );
}

test( 'stopping waits until the files of a replaced release are removed, even if it is not in use', async () => {
	const folders = new Folders( await temporaryFolder() );
	await folders.prepareEnvironment( 'e' );
	const store = openSqliteStore( folders.root );
	onTestFinished( () => store.close() );
	const liveReleases = new LiveReleases( {
		store,
		folders,
		limits: readLimits( {} ),
		changes: { emit: () => {} },
		now: () => new Date(),
	} );
	onTestFinished( () => liveReleases.close() );
	const output = path.join( folders.root, 'output.log' );
	const log = new LogFile( output, { whenFull: 'rotate' } );
	const tidying = Promise.withResolvers< void >();
	const done: string[] = [];
	const adopt = ( id: string, onReplacedEnd: () => Promise< void > ) => {
		const build = { id, environmentId: 'e', number: 1 };
		liveReleases.adopt(
			build,
			makeApplication( log ),
			SETTINGS,
			onReplacedEnd
		);
	};
	adopt( 'old', async () => {} );
	adopt( 'new', async () => {
		await tidying.promise;
		done.push( 'tidied' );
	} );
	await expect
		.poll( () => [ ...liveReleases.inUse( 'e' ) ] )
		.toEqual( [ 'new' ] );
	const drained = liveReleases
		.waitUntilDrained()
		.then( () => done.push( 'drained' ) );
	await setImmediate();
	tidying.resolve();
	await drained;
	expect( done ).toEqual( [ 'tidied', 'drained' ] );
} );
