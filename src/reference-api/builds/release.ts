/**
 * Makes a release: unpack, restore the cached folders, install, build.
 */
import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Folders } from '../folders.ts';
import type { Limits } from '../settings.ts';
import type { StoredBuild } from '../store/builds.ts';
import { commandWords } from './failure-words.ts';
import {
	KEPT_FOLDERS,
	ownedByFramework,
	restoreKept,
	saveKept,
} from './kept-folders.ts';
import type { LogFile } from './log-file.ts';
import { chooseNode, OWN_NODE } from './node-choice.ts';
import type { NodeChoice } from './node-choice.ts';
import { ProcessGroup } from './process-group.ts';
import {
	BuildError,
	buildCommand,
	installCommand,
	readManifest,
} from './project.ts';
import type { Command, Manifest } from './project.ts';
import { bringsSource } from './queue.ts';
import type { ReleaseSettings } from './release-settings.ts';
import type { StepRecorder } from './step-recorder.ts';
import { lookInto, unzip } from './unzip.ts';
import { buildVariables } from './variables.ts';

export interface ReleaseJob {
	build: StoredBuild;
	settings: ReleaseSettings;
	folders: Folders;
	limits: Limits;
	log: LogFile;
	steps: StepRecorder;
	/** Ends the build: cancelled, out of time, or the platform stops. */
	signal: AbortSignal;
}

/** A job with what its project says. */
interface Project extends ReleaseJob {
	release: string;
	manifest: Manifest;
	node: NodeChoice;
}

function sizeWords( bytes: number ): string {
	return bytes < 1e6
		? `${ Math.ceil( bytes / 1e3 ) } kB`
		: `${ ( bytes / 1e6 ).toFixed( 1 ) } MB`;
}

async function unpack( job: ReleaseJob, release: string ): Promise< void > {
	const { build, folders, limits, log } = job;
	const source = folders.source( build.environmentId, build.source );
	// An upload was unpacked while it was checked.
	const { files, bytes, topFolder } = existsSync( release )
		? await lookInto( source, limits )
		: await unzip( source, release, limits );
	const packed = sizeWords( ( await stat( source ) ).size );
	log.say(
		`${ files.toLocaleString( 'en' ) } ${
			files === 1 ? 'file' : 'files'
		}, ${ sizeWords( bytes ) } (${ packed } as a zip)`
	);
	if ( topFolder ) {
		log.say( `Top folder ${ topFolder }/ left out` );
	}
}

async function restore( job: ReleaseJob, names: string[] ): Promise< void > {
	const { build, folders, log } = job;
	const kept = folders.kept( build.environmentId );
	if ( build.clean ) {
		await rm( kept, { recursive: true, force: true } );
		log.say(
			`Clean rebuild: dropped the cached folders (${ KEPT_FOLDERS.join(
				', '
			) })`
		);
		return;
	}
	const release = folders.release( build.environmentId, build.id );
	const found = await restoreKept( kept, release, names );
	if ( found.length > 0 ) {
		log.say( `Kept from the last build: ${ found.join( ', ' ) }` );
	}
}

function variablesOf( project: Project ): Record< string, string > {
	const { build, settings, release, manifest, node, folders } = project;
	return buildVariables( {
		environmentId: build.environmentId,
		shellVariables: settings.shellVariables,
		buildId: build.id,
		release,
		wordpressUrl: settings.wordpressUrl,
		manifest,
		node,
		home: folders.home,
		outer: process.env,
	} );
}

/**
 * Runs a command of the build.
 *
 * @param project The build, and what it needs.
 * @param command What is run.
 * @throws BuildError when it does not end with exit code 0, or the signal's reason.
 */
async function runCommand(
	project: Project,
	command: Command
): Promise< void > {
	const { log, signal, release, manifest, settings } = project;
	signal.throwIfAborted();
	const group = new ProcessGroup( {
		command: command.command,
		args: command.args,
		cwd: release,
		env: variablesOf( project ),
		onOutput: ( chunk ) => log.append( chunk ),
	} );
	const stop = () => void group.stop();
	signal.addEventListener( 'abort', stop );
	const outcome = await group.exited;
	signal.removeEventListener( 'abort', stop );
	signal.throwIfAborted();
	if ( outcome.code !== 0 ) {
		throw new BuildError(
			commandWords( outcome, {
				title: command.title,
				lines: log.lines,
				scripts: Object.keys( manifest.scripts ),
				wordpressUrl: settings.wordpressUrl,
			} )
		);
	}
}

function hasOnPath( name: string, { PATH = '' }: Record< string, string > ) {
	return PATH.split( path.delimiter ).some(
		( folder ) => folder && existsSync( path.join( folder, name ) )
	);
}

async function install( project: Project ): Promise< void > {
	const { log, steps, release, manifest, node } = project;
	if ( node.warning ) {
		log.say( `warning: ${ node.warning }` );
	}
	const command = installCommand( release, manifest, node, () =>
		hasOnPath( 'yarn', variablesOf( project ) )
	);
	if ( ! command ) {
		log.say( `${ node.says }. package.json names no dependencies` );
		steps.skip();
		return;
	}
	log.say( `${ node.says }. ${ command.reason }: ${ command.title }` );
	await runCommand( project, command );
}

async function runBuildScript( project: Project ): Promise< void > {
	const { log, steps, manifest, node, settings } = project;
	const variable = ( name: string ) =>
		settings.shellVariables.find( ( { key } ) => key === name )?.value;
	const isVerbose = variable( 'ATLAS_BUILD_DEBUG' ) === 'true';
	const command = buildCommand(
		manifest,
		node,
		variable( 'ATLAS_BUILD_SCRIPT' ),
		{ byNpm: isVerbose }
	);
	if ( isVerbose ) {
		const names = Object.keys( variablesOf( project ) ).toSorted();
		log.say( `The variables of the build: ${ names.join( ', ' ) }` );
	}
	if ( ! command ) {
		log.say( 'package.json has no script “wpe-build” or “build”' );
		steps.skip();
		return;
	}
	const why = command.reason && ` (${ command.reason })`;
	log.say( `$ ${ command.title }${ why }` );
	await runCommand( project, command );
}

async function readProject(
	job: ReleaseJob,
	release: string
): Promise< Project > {
	const manifest = await readManifest( release );
	const node = await chooseNode( manifest.nodeRange, {
		own: OWN_NODE,
		home: homedir(),
		outer: process.env,
	} );
	return { ...job, release, manifest, node };
}

/**
 * Makes the release of a build.
 *
 * @param job The build, and what it needs.
 * @return The folder of the release, ready to be started.
 * @throws BuildError with what went wrong, or the signal's reason.
 */
export async function makeRelease( job: ReleaseJob ): Promise< string > {
	const { build, settings, folders, log, steps, signal } = job;
	const release = folders.release( build.environmentId, build.id );
	await steps.begin( 'unpack' );
	const what = bringsSource( build.trigger ) ? '' : `, ${ build.trigger }`;
	log.say( `Build ${ build.number }: ${ build.startedBy }${ what }` );
	if ( settings.wordpressUrl ) {
		log.say( `WordPress: ${ settings.wordpressUrl }` );
	}
	await unpack( job, release );
	const names = ownedByFramework( release );
	await restore( job, names );
	signal.throwIfAborted();
	await steps.begin( 'install' );
	const project = await readProject( job, release );
	await install( project );
	signal.throwIfAborted();
	await steps.begin( 'build' );
	await runBuildScript( project );
	await saveKept( release, folders.keptNext( build.environmentId ), names );
	signal.throwIfAborted();
	return release;
}
