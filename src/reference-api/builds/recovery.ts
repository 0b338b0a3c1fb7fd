/** Restores builds and live releases after a stop or a crash. */
import { rm } from 'node:fs/promises';
import type { Folders } from '../store/folders.ts';
import { removeGeneratedEntries } from '../store/generated-entries.ts';
import type { Limits } from '../lib/limits.ts';
import type { Store } from '../store/store.ts';
import type { Builder } from './builder.ts';
import type { BuildQueue } from './queue.ts';
import type { LiveReleases } from './live-releases.ts';
import { closedSteps } from './step-recorder.ts';
import { applyRetention } from './retention.ts';

/** Starts of a build in total: a build that crashes the platform is restarted once. */
const MAX_ATTEMPTS = 2;

export interface RecoveryOptions {
	store: Store;
	folders: Folders;
	limits: Limits;
	queue: BuildQueue;
	builder: Builder;
	liveReleases: LiveReleases;
	now: () => Date;
	onError: ( error: unknown ) => void;
}

function requeueInterruptedBuilds( options: RecoveryOptions ): Promise< void > {
	const { store, queue, now } = options;
	return store.write( async ( tables ) => {
		const { builds } = tables;
		const running = [
			...( await builds.inState( 'building' ) ),
			...( await builds.inState( 'deploying' ) ),
		];
		for ( const build of running ) {
			if ( build.attempts < MAX_ATTEMPTS ) {
				await queue.requeueInterrupted( tables, build, {
					countsAsAttempt: true,
				} );
				continue;
			}
			const at = now();
			await builds.end(
				build.id,
				'failed',
				'The platform stopped twice while this build was running. Deploy it again.',
				at
			);
			await builds.setSteps( build.id, closedSteps( build.steps, at ) );
		}
	} );
}

async function clean( options: RecoveryOptions ): Promise< void > {
	const { store, folders } = options;
	await removeGeneratedEntries( folders.root, folders.temporary );
	const environments = await store.environments.all();
	const known = environments.map( ( { id } ) => id );
	// A crash can leave the files of an environment whose row was deleted.
	await removeGeneratedEntries(
		folders.root,
		folders.environments,
		( name ) => known.includes( name )
	);
	for ( const id of known ) {
		await applyRetention( options, id, {
			uploads: 'remove',
			inUse: new Set(),
		} );
		await rm( folders.nextBuildCache( id ), {
			recursive: true,
			force: true,
		} );
		const queued = await store.builds.findInState( id, 'queued' );
		if ( queued && queued.attempts > 0 ) {
			// The interrupted attempt may have left an incomplete release.
			const incomplete = folders.release( id, queued.id );
			await rm( incomplete, { recursive: true, force: true } );
		}
	}
}

/** Loads the live release of an environment, or queues a rebuild if its files are missing. */
async function restore(
	environmentId: string,
	options: RecoveryOptions
): Promise< void > {
	const { store, liveReleases, queue } = options;
	const live = await store.builds.findInState( environmentId, 'live' );
	if ( live && ! ( await liveReleases.restore( live ) ) ) {
		await store.write( ( tables ) =>
			queue.add( tables, {
				environmentId,
				trigger: 'rebuild',
				startedBy:
					'the platform, because files of the live release are missing',
			} )
		);
	}
}

/**
 * Requeues interrupted builds, removes leftover files and loads the live releases. Call before the platform accepts
 * requests.
 */
export async function reconcile( options: RecoveryOptions ): Promise< void > {
	await requeueInterruptedBuilds( options );
	await clean( options );
	for ( const { id } of await options.store.environments.all() ) {
		await restore( id, options ).catch( options.onError );
	}
}

/** Starts the queued builds, oldest first. */
export async function resumeBuilds( {
	store,
	builder,
}: RecoveryOptions ): Promise< void > {
	for ( const { environmentId } of await store.builds.inState( 'queued' ) ) {
		builder.wake( environmentId );
	}
}
