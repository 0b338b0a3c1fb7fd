/**
 * Continues after a stop or a crash: what was interrupted, what was live, what is queued.
 */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Folders } from '../folders.ts';
import type { Store } from '../store/store.ts';
import type { Builder } from './builder.ts';
import type { BuildQueue } from './queue.ts';
import type { Serving } from './serving.ts';
import { tidyEnvironment } from './tidy.ts';

/** A build that took the platform down with it gets one more chance, not endless ones. */
const MAX_ATTEMPTS = 2;

export interface ResumeOptions {
	store: Store;
	folders: Folders;
	queue: BuildQueue;
	builder: Builder;
	serving: Serving;
	now: () => Date;
	onError: ( error: unknown ) => void;
}

function putInterruptedBack( options: ResumeOptions ): Promise< void > {
	const { store, queue, now } = options;
	return store.write( () => {
		const running = store.builds.inStates( 'building', 'deploying' );
		for ( const build of running ) {
			if ( build.attempts < MAX_ATTEMPTS ) {
				queue.putBack( build, true );
			} else {
				store.builds.end(
					build.id,
					'failed',
					'The platform was stopped twice while this build ran.',
					now()
				);
			}
		}
	} );
}

async function clean( options: ResumeOptions ): Promise< void > {
	const { store, folders } = options;
	for ( const name of await readdir( folders.temporary ) ) {
		await rm( path.join( folders.temporary, name ), {
			recursive: true,
			force: true,
		} );
	}
	for ( const { id } of store.environments.all() ) {
		await tidyEnvironment( store, folders, id, 'remove' );
		const queued = store.builds.only( id, 'queued' );
		if ( queued && queued.attempts > 0 ) {
			// What the interrupted try left of its release is not to be trusted.
			const half = folders.release( id, queued.id );
			await rm( half, { recursive: true, force: true } );
		}
	}
}

/**
 * Puts the store and the folders in order after a stop or a crash, before anybody can reach the platform.
 *
 * @param options The parts of the platform.
 */
export async function reconcile( options: ResumeOptions ): Promise< void > {
	await putInterruptedBack( options );
	await clean( options );
}

async function resumeEnvironment(
	environmentId: string,
	options: ResumeOptions
): Promise< void > {
	const { store, folders, serving, queue, builder } = options;
	const live = store.builds.only( environmentId, 'live' );
	if ( live && existsSync( folders.release( environmentId, live.id ) ) ) {
		await serving.resume( live );
	} else if ( live ) {
		await store.write( () =>
			queue.add( {
				environmentId,
				trigger: 'rebuild',
				startedBy: 'the platform, because the live release is gone',
			} )
		);
	}
	builder.wake( environmentId );
}

/**
 * Starts what was live, and runs what is queued.
 *
 * @param options The parts of the platform; its edges listen already.
 */
export async function resume( options: ResumeOptions ): Promise< void > {
	const environments = options.store.environments.all();
	await Promise.all(
		environments.map( ( { id } ) =>
			resumeEnvironment( id, options ).catch( options.onError )
		)
	);
}
