/** Runs one build from its first step until it is live or has failed. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ChangeEmitter } from '../lib/change-emitter.ts';
import { systemCode } from '../lib/errors.ts';
import type { Folders } from '../store/folders.ts';
import type { Limits } from '../lib/limits.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import type { Store } from '../store/store.ts';
import { startApplication } from './application.ts';
import type { Application } from './application.ts';
import {
	failureMessage,
	isBuildFailure,
	lastOutput,
} from './failure-message.ts';
import { pruneHome } from './home-folder.ts';
import { promoteCache } from './build-cache.ts';
import { LogFile } from './log-file.ts';
import { secretForms } from './log-redaction.ts';
import { BuildError } from './project.ts';
import type { BuildQueue } from './queue.ts';
import { makeRelease } from './release.ts';
import { saveReleaseConfig } from './release-config.ts';
import type { ReleaseConfig } from './release-config.ts';
import { LOG_CHANGE_INTERVAL_MS } from './live-releases.ts';
import type { LiveReleases } from './live-releases.ts';
import { StepRecorder } from './step-recorder.ts';
import { throttle } from '../lib/throttle.ts';
import { applyRetention } from './retention.ts';

export interface BuildRunOptions {
	store: Store;
	folders: Folders;
	queue: BuildQueue;
	liveReleases: LiveReleases;
	limits: Limits;
	changes: Pick< ChangeEmitter, 'emit' >;
	now: () => Date;
	/** Called with each build that goes live, and the cache generation that starts with it, or null. */
	onLive: ( build: StoredBuild, generation: number | null ) => void;
	/** Receives errors that the build did not cause. */
	onError: ( error: unknown ) => void;
}

/** The reason why a build is interrupted. */
export class Interruption extends Error {
	readonly kind: 'canceled' | 'closing';

	constructor( kind: 'canceled' | 'closing', message: string ) {
		super( message );
		this.kind = kind;
	}
}

interface Run extends BuildRunOptions {
	build: StoredBuild;
	environment: StoredEnvironment;
	settings: ReleaseConfig;
	log: LogFile;
	steps: StepRecorder;
	signal: AbortSignal;
}

async function cleanUp( run: Run ): Promise< void > {
	const { environmentId } = run.build;
	await applyRetention( run, environmentId, {
		uploads: 'keep',
		inUse: run.liveReleases.inUse( environmentId ),
	} ).catch( run.onError );
}

/**
 * Switches visitors to the new release once the store has committed it.
 *
 * @param application The healthy application of the new release.
 */
async function switchTo( run: Run, application: Application ): Promise< void > {
	const { build, settings, store, liveReleases, steps, now, onLive } = run;
	const { environmentId } = build;
	let isLive = false;
	try {
		await steps.begin( 'live' );
		run.signal.throwIfAborted();
		await store.write(
			async ( { builds, environments } ) => {
				// Checked again, because the build may have been canceled during the wait.
				run.signal.throwIfAborted();
				const at = now();
				const environment = await environments.find( environmentId );
				if ( ! environment || ! ( await builds.goLive( build, at ) ) ) {
					throw new BuildError( 'the environment was deleted' );
				}
				await environments.setSource( environmentId, build.source );
				await builds.setSteps( build.id, steps.closed( at, 'done' ) );
				return environment.purgeOnDeploy
					? environments.bumpGeneration( environmentId, at )
					: null;
			},
			( generation ) => {
				// A client that reads "live" gets the new pages with its next request.
				liveReleases.adopt( build, application, settings, () =>
					cleanUp( run )
				);
				isLive = true;
				onLive( build, generation );
			}
		);
	} catch ( error ) {
		if ( isLive ) {
			run.onError( error );
			return;
		}
		await application.stop( false );
		throw error;
	}
}

async function prune( run: Run ): Promise< void > {
	const { build, folders, limits, signal, onError } = run;
	if ( signal.aborted ) {
		// The next build repeats this, and stopping the platform must not wait.
		return;
	}
	const home = folders.home( build.environmentId );
	await pruneHome( folders.root, home, limits.homeBytes, signal ).catch(
		onError
	);
}

async function bringLive( run: Run ): Promise< void > {
	const { build, environment, settings, folders, limits, log } = run;
	const { environmentId, id } = build;
	const uploaded = await run.store.builds.find(
		path.parse( build.source ).name
	);
	const release = await makeRelease( {
		...run,
		codeNumber: ( uploaded ?? build ).number,
		signal: AbortSignal.any( [
			run.signal,
			AbortSignal.timeout( limits.buildTimeoutSeconds * 1000 ),
		] ),
	} );
	await saveReleaseConfig(
		folders.releaseSettings( environmentId, id ),
		settings
	);
	await run.steps.begin( 'start' );
	run.signal.throwIfAborted();
	const application = await startApplication( {
		release,
		variables: {
			...settings,
			environmentId,
			buildId: id,
			home: folders.home( environmentId ),
			platformEnv: process.env,
		},
		log,
		limits,
		signal: run.signal,
		onStarted: () => run.steps.begin( 'health' ),
	} );
	await switchTo( run, application );
	log.writeLine(
		`The build is live: http://localhost:${ environment.edgePort }`
	);
	await promoteCache(
		folders.nextBuildCache( environmentId ),
		folders.buildCache( environmentId )
	).catch( run.onError );
}

function isTimeout( error: unknown ): boolean {
	return error instanceof DOMException && error.name === 'TimeoutError';
}

function describeFailure( run: Run, error: unknown ): string {
	if ( error instanceof Interruption ) {
		return error.message;
	}
	if ( isTimeout( error ) ) {
		const { buildTimeoutSeconds } = run.limits;
		const limit =
			buildTimeoutSeconds % 60 === 0
				? `${ buildTimeoutSeconds / 60 } min`
				: `${ buildTimeoutSeconds } s`;
		return failureMessage(
			run.steps.current,
			`the build took longer than ${ limit }, which is the limit (buildTimeoutSeconds). ${ lastOutput(
				run.log.lines
			) }`
		);
	}
	return failureMessage( run.steps.current, error );
}

async function requeue( run: Run ): Promise< void > {
	const { build, folders, log, queue, store } = run;
	log.writeLine(
		'The platform stopped. This build restarts when the platform starts.'
	);
	await rm( folders.release( build.environmentId, build.id ), {
		recursive: true,
		force: true,
	} );
	await store.write( ( tables ) =>
		queue.requeueInterrupted( tables, build, { countsAsAttempt: false } )
	);
}

/** Says what visitors get now that this build does not go live. */
async function describeLive( run: Run ): Promise< string > {
	const { build, store, liveReleases } = run;
	const { environmentId } = build;
	const live = await store.builds.findInState( environmentId, 'live' );
	if ( ! live ) {
		return '';
	}
	return liveReleases.application( environmentId )
		? ` Build ${ live.number } stayed live.`
		: ` Build ${ live.number } is not running, so visitors get an error (503).`;
}

async function giveUp( run: Run, error: unknown ): Promise< void > {
	const { build, store, log, steps, now } = run;
	const isInterruption = error instanceof Interruption;
	if ( isInterruption && error.kind === 'closing' ) {
		return requeue( run );
	}
	const isExpected =
		isInterruption ||
		isTimeout( error ) ||
		isBuildFailure( error ) ||
		systemCode( error ) === 'ENOSPC';
	if ( ! isExpected ) {
		run.onError( error );
	}
	const description = describeFailure( run, error );
	const message = log.mask( description + ( await describeLive( run ) ) );
	log.writeLine( message );
	const state = isInterruption ? 'canceled' : 'failed';
	await store.write( async ( { builds } ) => {
		const at = now();
		await builds.end( build.id, state, message, at );
		await builds.setSteps( build.id, steps.closed( at, 'failed' ) );
	} );
	return undefined;
}

async function prepare(
	build: StoredBuild,
	options: BuildRunOptions,
	signal: AbortSignal
): Promise< Run | null > {
	const { store, folders, changes, now } = options;
	const environment = await store.environments.find( build.environmentId );
	if ( ! environment ) {
		return null;
	}
	const install = await store.installs.find( environment.wpEnvironment );
	const { shellVariables } = environment;
	const file = folders.buildLog( environment.id, build.id );
	const { id: buildId, environmentId } = build;
	const log = new LogFile( file, {
		whenFull: 'end',
		secrets: secretForms( shellVariables ),
		onGrow: throttle(
			() => changes.emit( { topic: 'log', environmentId, buildId } ),
			LOG_CHANGE_INTERVAL_MS
		),
	} );
	const steps = new StepRecorder( {
		log,
		now,
		save: ( all ) =>
			store.write( async ( { builds } ) => {
				if ( all.at( -1 )?.name === 'start' ) {
					await builds.deploying( build.id );
				}
				await builds.setSteps( build.id, all );
			} ),
	} );
	const settings = {
		shellVariables,
		wordpressUrl: install?.url ?? '',
		rootDirectory: environment.rootDirectory,
	};
	return { ...options, build, environment, settings, log, steps, signal };
}

/** Runs a build that was begun. */
export async function runBuild(
	build: StoredBuild,
	options: BuildRunOptions,
	signal: AbortSignal
): Promise< void > {
	const run = await prepare( build, options, signal );
	if ( ! run ) {
		return;
	}
	try {
		await bringLive( run );
	} catch ( error ) {
		await giveUp( run, error );
	} finally {
		run.log.close();
		await prune( run );
		await rm( run.folders.nextBuildCache( build.environmentId ), {
			recursive: true,
			force: true,
		} ).catch( run.onError );
		await cleanUp( run );
	}
}
