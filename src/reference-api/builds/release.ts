/**
 * Makes a release: unpack, restore the cached folders, install, build.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Folders } from '../folders.ts';
import { HostingError } from '../model.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import {
	KEPT_FOLDERS,
	ownedByFramework,
	restoreKept,
	saveKept,
} from './kept-folders.ts';
import { lastWords } from './log-file.ts';
import type { LogFile } from './log-file.ts';
import { ProcessGroup } from './process-group.ts';
import {
	BuildError,
	buildCommand,
	installCommand,
	readManifest,
} from './project.ts';
import type { Command, Manifest } from './project.ts';
import { unzip } from './unzip.ts';
import { buildVariables } from './variables.ts';

export interface ReleaseJob {
	build: StoredBuild;
	environment: StoredEnvironment;
	wordpressUrl: string;
	folders: Folders;
	log: LogFile;
	/** Ends the build: cancelled, out of time, or the platform stops. */
	signal: AbortSignal;
}

async function unpack( job: ReleaseJob, release: string ): Promise< void > {
	const { build, environment, folders, log } = job;
	// An upload was unpacked while it was checked.
	if ( existsSync( release ) ) {
		return;
	}
	log.say( 'Unpacking the uploaded code' );
	try {
		await unzip( folders.source( environment.id, build.source ), release );
	} catch ( error ) {
		throw error instanceof HostingError
			? new BuildError( error.message )
			: error;
	}
}

async function restore( job: ReleaseJob, names: string[] ): Promise< void > {
	const { build, environment, folders, log } = job;
	const kept = folders.kept( environment.id );
	if ( build.clean ) {
		await rm( kept, { recursive: true, force: true } );
		log.say(
			`Clean rebuild: dropped the cached folders (${ KEPT_FOLDERS.join(
				', '
			) })`
		);
		return;
	}
	const release = folders.release( environment.id, build.id );
	const found = await restoreKept( kept, release, names );
	if ( found.length > 0 ) {
		log.say( `Kept from the last build: ${ found.join( ', ' ) }` );
	}
}

/**
 * Runs a step of the build.
 *
 * @param job      The build, and what it needs.
 * @param cwd      Where it runs.
 * @param manifest Package.json.
 * @param step     What is run.
 * @throws BuildError when it does not end with exit code 0.
 */
async function runStep(
	job: ReleaseJob,
	cwd: string,
	manifest: Manifest,
	step: Command
): Promise< void > {
	job.signal.throwIfAborted();
	job.log.say( step.title );
	const group = new ProcessGroup( {
		command: step.command,
		args: step.args,
		cwd,
		env: buildVariables( {
			environment: job.environment,
			buildId: job.build.id,
			release: cwd,
			wordpressUrl: job.wordpressUrl,
			manifest,
			home: job.folders.home,
			outer: process.env,
		} ),
		onOutput: ( chunk ) => job.log.append( chunk ),
	} );
	const stop = () => void group.stop();
	job.signal.addEventListener( 'abort', stop );
	const outcome = await group.exited;
	job.signal.removeEventListener( 'abort', stop );
	job.signal.throwIfAborted();
	if ( outcome.code !== 0 ) {
		const how =
			outcome.error ||
			( outcome.signal
				? `was ended by ${ outcome.signal }`
				: `ended with exit code ${ outcome.code }` );
		throw new BuildError(
			`“${ step.title }” ${ how }. ${ lastWords( job.log ) }`
		);
	}
}

function hasOnPath( name: string ): boolean {
	return ( process.env.PATH ?? '' )
		.split( path.delimiter )
		.some(
			( folder ) => folder && existsSync( path.join( folder, name ) )
		);
}

function shellVariable(
	environment: StoredEnvironment,
	name: string
): string | undefined {
	return environment.shellVariables.find( ( { key } ) => key === name )
		?.value;
}

async function installAndBuild(
	job: ReleaseJob,
	release: string
): Promise< void > {
	const { environment, log } = job;
	const manifest = await readManifest( release );
	log.say(
		`Node.js ${ process.version }${
			manifest.nodeRange &&
			`, the project asks for ${ manifest.nodeRange }`
		}`
	);
	const install = installCommand( release, manifest, () =>
		hasOnPath( 'yarn' )
	);
	if ( install ) {
		await runStep( job, release, manifest, install );
	} else {
		log.say( 'package.json has no dependencies: nothing to install' );
	}
	const build = buildCommand(
		manifest,
		shellVariable( environment, 'ATLAS_BUILD_SCRIPT' )
	);
	if ( build ) {
		await runStep( job, release, manifest, build );
	} else {
		log.say( 'package.json has no build script: nothing to build' );
	}
}

/**
 * Makes the release of a build.
 *
 * @param job The build, and what it needs.
 * @return The folder of the release, ready to be started.
 * @throws BuildError with what went wrong, or the signal's reason.
 */
export async function makeRelease( job: ReleaseJob ): Promise< string > {
	const { build, environment, folders, log } = job;
	const release = folders.release( environment.id, build.id );
	log.say(
		`Build ${ build.number }: ${ build.trigger } (${ build.startedBy })`
	);
	if ( job.wordpressUrl ) {
		log.say( `WordPress: ${ job.wordpressUrl }` );
	}
	await unpack( job, release );
	const names = ownedByFramework( release );
	await restore( job, names );
	await installAndBuild( job, release );
	await saveKept( release, folders.keptNext( environment.id ), names );
	return release;
}
