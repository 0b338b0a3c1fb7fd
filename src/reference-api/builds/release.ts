import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Folders } from '../store/folders.ts';
import { formatBytes } from '../lib/limits.ts';
import type { Limits } from '../lib/limits.ts';
import type { StoredBuild } from '../store/builds.ts';
import { commandFailureMessage } from './failure-message.ts';
import {
	CACHE_FOLDERS,
	ownedByFramework,
	restoreCache,
	stageCache,
} from './build-cache.ts';
import type { LogFile } from './log-file.ts';
import { makeHome } from './home-folder.ts';
import { chooseNode, PLATFORM_NODE } from './node-version.ts';
import type { NodeChoice } from './node-version.ts';
import { versionFileWarning } from './node-version-file.ts';
import { missingCode } from './missing-code.ts';
import { ProcessGroup } from './process-group.ts';
import { installCommand, writeShim } from './package-manager.ts';
import type { InstallCommand } from './package-manager.ts';
import { BuildError, buildCommand } from './project.ts';
import type { Command } from './project.ts';
import { failureFacts, foldersUpTo, readProject } from './project-folders.ts';
import type { ProjectFolders } from './project-folders.ts';
import { hasOwnSource } from './queue.ts';
import type { ReleaseConfig } from './release-config.ts';
import type { StepRecorder } from './step-recorder.ts';
import { inspectZip, unzip } from './unzip.ts';
import { buildVariables, projectBinFolders } from './process-variables.ts';

export interface ReleaseJob {
	build: StoredBuild;
	/** Number of the build that was uploaded with the code. */
	codeNumber: number;
	settings: ReleaseConfig;
	folders: Folders;
	limits: Limits;
	log: LogFile;
	steps: StepRecorder;
	/** Ends the build: canceled, out of time, or the platform stops. */
	signal: AbortSignal;
}

interface Project extends ReleaseJob, ProjectFolders {
	release: string;
	node: NodeChoice;
}

async function unpack( job: ReleaseJob, release: string ): Promise< void > {
	const { build, folders, limits, log } = job;
	const { rootDirectory } = job.settings;
	const source = folders.source( build.environmentId, build.source );
	if ( ! existsSync( source ) ) {
		throw new BuildError( missingCode( job.codeNumber ) );
	}
	// An upload was unpacked while it was checked.
	const { files, bytes, topFolder, warnings } = existsSync( release )
		? await inspectZip( source, limits, rootDirectory )
		: await unzip( source, release, limits, rootDirectory );
	const packed = formatBytes( ( await stat( source ) ).size );
	log.writeLine(
		`${ files.toLocaleString( 'en' ) } ${
			files === 1 ? 'file' : 'files'
		}, ${ formatBytes( bytes ) } (${ packed } as a zip)`
	);
	if ( topFolder ) {
		log.writeLine( `Removed the top folder ${ topFolder }/` );
	}
	for ( const warning of warnings ) {
		log.writeLine( `warning: ${ warning }` );
	}
}

async function restore(
	job: ReleaseJob,
	folder: string,
	names: string[]
): Promise< void > {
	const { build, folders, settings, log } = job;
	const kept = folders.buildCache( build.environmentId );
	if ( build.clean ) {
		await rm( kept, { recursive: true, force: true } );
		log.writeLine(
			`Clean rebuild: deleted the cached folders (${ CACHE_FOLDERS.join(
				', '
			) })`
		);
		return;
	}
	const found = await restoreCache(
		path.join( kept, settings.rootDirectory ),
		folder,
		names
	);
	if ( found.length > 0 ) {
		log.writeLine(
			`Restored from the last build: ${ found.join( ', ' ) }`
		);
	}
}

function variablesOf( project: Project ): Record< string, string > {
	const { build, settings, release, manifest, node, folders } = project;
	return buildVariables( {
		environmentId: build.environmentId,
		shellVariables: settings.shellVariables,
		buildId: build.id,
		release,
		rootDirectory: settings.rootDirectory,
		wordpressUrl: settings.wordpressUrl,
		manifest,
		node,
		home: folders.home( build.environmentId ),
		platformEnv: process.env,
	} );
}

/** @throws BuildError when it does not end with exit code 0, or the signal's reason. */
async function runCommand(
	project: Project,
	command: Command,
	cwd: string
): Promise< void > {
	const { log, signal, release, settings } = project;
	signal.throwIfAborted();
	const group = new ProcessGroup( {
		command: command.command,
		args: command.args,
		cwd,
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
			commandFailureMessage( outcome, {
				title: command.title,
				lines: log.lines,
				...failureFacts( project, release ),
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

/** Lets npx download the package manager if this machine lacks it. */
async function provideManager(
	project: Project,
	command: InstallCommand
): Promise< void > {
	const { command: name, packageName } = command;
	const { build, folders, log } = project;
	const place = projectBinFolders( folders.home( build.environmentId ) );
	const variables = variablesOf( project );
	const machine = { PATH: ( variables.PATH ?? '' ).replace( place, '' ) };
	if ( ! packageName || hasOnPath( name, machine ) ) {
		return;
	}
	log.writeLine(
		`warning: ${ name } is not installed on this machine, so npx fetches ${ packageName } from the registry. To build without the registry: npm install --global ${ packageName }`
	);
	await writeShim( place, packageName );
}

async function install( project: Project ): Promise< void > {
	const { log, steps, release, install: place, node } = project;
	const ignored = await versionFileWarning(
		[ project.folder, place.folder ],
		node.version
	);
	for ( const warning of [ node.warning, ignored ].filter( Boolean ) ) {
		log.writeLine( `warning: ${ warning }` );
	}
	const command = await installCommand( project, node );
	if ( ! command ) {
		log.writeLine( `${ node.label }. package.json names no dependencies` );
		steps.skip();
		return;
	}
	const where =
		place.folder === project.folder
			? ''
			: ` in ${ path.relative( release, place.folder ) || 'the top folder' }`;
	log.writeLine(
		`${ node.label }. ${ command.reason }${ where }: ${ command.title }`
	);
	await provideManager( project, command );
	await runCommand( project, command, place.folder );
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
		log.writeLine( `Build variables: ${ names.join( ', ' ) }` );
	}
	if ( ! command ) {
		log.writeLine( 'package.json has no script “wpe-build” or “build”' );
		steps.skip();
		return;
	}
	const why = command.reason && ` (${ command.reason })`;
	log.writeLine( `$ ${ command.title }${ why }` );
	await runCommand( project, command, project.folder );
}

async function prepareProject(
	job: ReleaseJob,
	release: string
): Promise< Project > {
	const { build, folders, settings } = job;
	const project = await readProject( release, settings.rootDirectory );
	const node = await chooseNode( project.nodeRange, {
		own: PLATFORM_NODE,
		home: homedir(),
		platformEnv: process.env,
	} );
	await makeHome( folders.home( build.environmentId ) );
	return { ...job, ...project, release, node };
}

/**
 * Creates the release of a build.
 *
 * @throws BuildError with what went wrong, or the signal's reason.
 */
export async function makeRelease( job: ReleaseJob ): Promise< string > {
	const { build, settings, folders, log, steps, signal } = job;
	const release = folders.release( build.environmentId, build.id );
	await steps.begin( 'unpack' );
	const what = hasOwnSource( build.trigger ) ? '' : `, ${ build.trigger }`;
	log.writeLine( `Build ${ build.number }: ${ build.startedBy }${ what }` );
	if ( settings.wordpressUrl ) {
		log.writeLine( `WordPress: ${ settings.wordpressUrl }` );
	}
	if ( settings.rootDirectory ) {
		log.writeLine( `Root directory: ${ settings.rootDirectory }` );
	}
	await unpack( job, release );
	const [ folder = release ] = foldersUpTo( release, settings.rootDirectory );
	const names = ownedByFramework( folder );
	await restore( job, folder, names );
	signal.throwIfAborted();
	await steps.begin( 'install' );
	const project = await prepareProject( job, release );
	await install( project );
	signal.throwIfAborted();
	await steps.begin( 'build' );
	await runBuildScript( project );
	await stageCache(
		folder,
		folders.nextBuildCache( build.environmentId ),
		settings.rootDirectory,
		names
	);
	signal.throwIfAborted();
	return release;
}
