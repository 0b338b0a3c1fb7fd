import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { PlatformError } from '../../platform-client/platform-error.ts';
import { formatBytes } from '../../reference-api/lib/limits.ts';
import { MAX_MESSAGE, PRINTABLE } from '../../reference-api/lib/names.ts';
import {
	buildFailure,
	followBuild,
	makeBuildLogPrinter,
	readBuild,
	stopSignal,
} from '../build-tracking.ts';
import type { Build } from '../build-tracking.ts';
import { hostOptions, onThisMachine } from '../command.ts';
import type { JsonOption, Result } from '../command.ts';
import type { Context } from '../context.ts';
import { checkDependencies } from '../deploy/outside-dependencies.ts';
import { START_VARIABLE, checkProject } from '../deploy/project-check.ts';
import { createTarget, planTarget } from '../deploy/target.ts';
import type { CreationOptions, Plan, Target } from '../deploy/target.ts';
import { uploadZip } from '../deploy/upload.ts';
import { checkWorkspace } from '../deploy/workspace.ts';
import { zipFolder } from '../deploy/zip-folder.ts';
import { CliError, EXIT, usageError } from '../exit-codes.ts';
import { withHost } from '../host.ts';
import type { Host, HostOptions } from '../host.ts';
import { REGIONS, changeEnvironment, idOf, readAddress } from '../place.ts';
import type { ShellVariable } from '../place.ts';
import {
	PROJECT_FILE,
	findProjectFile,
	readRootDirectory,
	savedRootDirectory,
	writeProject,
} from '../project-file.ts';
import {
	changeVariables,
	readKeys,
	readVariables,
} from '../shell-variables.ts';

interface Options extends HostOptions, CreationOptions, JsonOption {
	wait: boolean;
	envFile?: string;
	message?: string;
}

function parseMessage( text: string ): string {
	if ( text.length > MAX_MESSAGE || ! PRINTABLE.test( text ) ) {
		throw new InvalidArgumentError(
			`Use 1 to ${ MAX_MESSAGE } printable characters on one line.`
		);
	}
	return text;
}

function parseRootDirectory( text: string ): string {
	const folder = readRootDirectory( text );
	if ( folder === null ) {
		throw new InvalidArgumentError(
			'Use the path of a folder below the deployed one, for example apps/web.'
		);
	}
	return folder;
}

/** What is deployed. */
interface Source {
	file: string;
	isFolder: boolean;
	/** Where the project file is. */
	folder: string;
}

/** Of a zip, with files or empty. */
const ZIP_SIGNATURES = [ 'PK\x03\x04', 'PK\x05\x06' ];

async function isZip( file: string ): Promise< boolean > {
	const handle = await open( file );
	try {
		const { buffer } = await handle.read( Buffer.alloc( 4 ), 0, 4, 0 );
		return ZIP_SIGNATURES.includes( buffer.toString( 'latin1' ) );
	} finally {
		await handle.close();
	}
}

async function findSource(
	context: Context,
	given: string
): Promise< Source > {
	const file = path.resolve( context.folder, given );
	const stats = await stat( file ).catch( () => null );
	if ( stats === null ) {
		throw usageError(
			`${ file } does not exist. Name a folder or a zip file.`
		);
	}
	const isFolder = stats.isDirectory();
	if ( ! isFolder && ! ( stats.isFile() && ( await isZip( file ) ) ) ) {
		throw usageError(
			`${ file } is not a zip file. Name a folder or a zip file.`
		);
	}
	return { file, isFolder, folder: isFolder ? file : context.folder };
}

/** Replaces the error of work that Ctrl-C ended by a message. */
function unlessStopped< Value >(
	signal: AbortSignal,
	message: string,
	work: Promise< Value >
): Promise< Value > {
	return work.catch( ( error ) => {
		throw signal.aborted ? new CliError( EXIT.stopped, message ) : error;
	} );
}

/** Packs the folder, if it is one, and returns the path of the zip. */
async function pack(
	context: Context,
	source: Source,
	temporary: string,
	signal: AbortSignal
): Promise< string > {
	if ( ! source.isFolder ) {
		return source.file;
	}
	const zip = path.join( temporary, 'code.zip' );
	context.showProgress( 'Packing the folder …' );
	const packed = await zipFolder( source.file, zip, signal );
	const { files, bytes, skippedLinks, secretFiles } = packed;
	context.warn(
		`Packed ${ files } ${ files === 1 ? 'file' : 'files' } (${ formatBytes( bytes ) }).`
	);
	if ( skippedLinks.length > 0 ) {
		context.warn(
			`Symbolic links are not uploaded: ${ skippedLinks.join( ', ' ) }.`
		);
	}
	if ( secretFiles.length > 0 ) {
		context.warn(
			`The upload contains ${ secretFiles.join( ', ' ) }. If there are secrets in it, add it to .gitignore and use headless-deploy env push.`
		);
	}
	return zip;
}

/** @return The ID of the build. */
async function upload(
	target: Target,
	zip: string,
	isFolder: boolean,
	message: string | undefined,
	signal: AbortSignal
): Promise< string > {
	const showProgress = ( sent: number, size: number ) =>
		target.context.showProgress(
			`Uploading ${ formatBytes( size ) }: ${ Math.floor( ( sent / size ) * 100 ) } %`
		);
	try {
		return await uploadZip( target, zip, message, showProgress, signal );
	} catch ( error ) {
		throw isFolder && error instanceof PlatformError
			? new PlatformError(
					// The user knows no zip.
					error.message.replace( /^This zip /, 'This folder ' ),
					error.status,
					error.field
				)
			: error;
	}
}

/**
 * Saves the names for later commands, the ID where the host cannot find an environment by its name, and a root directory
 * that the user named.
 */
function saveProject(
	target: Target,
	folder: string,
	rootDirectory: string | undefined
): void {
	const { url, project, path: place, environment, isLocal } = target;
	const existing = findProjectFile( folder );
	const { account, app } = place;
	const isOther =
		existing !== null &&
		( project.host !== url ||
			project.account !== account ||
			project.app !== app );
	const needsId =
		! isLocal &&
		environment !== place.environment &&
		project.environmentIds?.[ environment ] !== place.environment;
	const file = existing ?? path.join( folder, PROJECT_FILE );
	const needsRoot =
		rootDirectory !== undefined &&
		path.dirname( file ) === folder &&
		rootDirectory !== ( project.rootDirectory ?? '' );
	if ( isOther || ( existing !== null && ! needsId && ! needsRoot ) ) {
		return;
	}
	const ids = {
		...project.environmentIds,
		[ environment ]: place.environment,
	};
	writeProject( file, {
		...( existing === null
			? { host: url, account, app, environment }
			: project ),
		...( needsId ? { environmentIds: ids } : {} ),
		...( needsRoot ? { rootDirectory } : {} ),
	} );
	target.context.warn( `Saved the environment in ${ file }.` );
}

function follow(
	target: Target,
	{ name, number }: Build,
	signal: AbortSignal
): Promise< Build > {
	const { warn } = target.context;
	const id = idOf( name );
	warn( `Build ${ number }:` );
	const printLog = makeBuildLogPrinter( target, id, warn );
	return followBuild( target, id, printLog, signal );
}

/** @param id The ID of the build. */
async function report(
	target: Target,
	id: string,
	isFollowed: boolean,
	signal: AbortSignal
): Promise< Result > {
	if ( ! target.isLocal ) {
		return {
			json: { ...target.path, isFollowed: false },
			lines: [
				'The host accepted the code and deploys it. It reports neither the build nor its log to this command; see the portal of the host.',
			],
		};
	}
	const started = await readBuild( target, id );
	const { number } = started;
	const build = isFollowed
		? await unlessStopped(
				signal,
				`Stopped. Build ${ number } continues on the host. To follow it: headless-deploy builds log ${ number } --follow`,
				follow( target, started, signal )
			)
		: started;
	const failure = isFollowed ? buildFailure( build ) : null;
	const url = await readAddress( target );
	if ( isFollowed && ! failure ) {
		target.context.warn( `Build ${ build.number } is live.` );
	}
	return {
		json: { ...target.path, url, isFollowed, build },
		lines: failure ? [] : [ url ],
		failure,
	};
}

/** @throws CliError When the host has no call that changes the variables of an environment. */
function checkVariables( plan: Plan, variables: ShellVariable[] ): void {
	const exists = typeof plan.found === 'string';
	if ( variables.length > 0 && exists && ! plan.isLocal ) {
		throw usageError(
			'This host can set shell variables only when it creates an environment. Set them in the portal of the host, and deploy without --env-file.'
		);
	}
}

interface Upload {
	target: Target;
	/** The ID of the build. */
	build: string;
}

/**
 * Creates a temporary folder for some work, and removes it when the work has ended or the process ends, as it does at a
 * second Ctrl-C.
 */
async function withTemporaryFolder< Value >(
	work: ( folder: string ) => Promise< Value >
): Promise< Value > {
	const folder = mkdtempSync( path.join( tmpdir(), 'headless-deploy-' ) );
	const removeNow = () =>
		// A file that is being opened can appear while the folder is removed.
		rmSync( folder, { recursive: true, force: true, maxRetries: 5 } );
	process.once( 'exit', removeNow );
	try {
		return await work( folder );
	} finally {
		await rm( folder, { recursive: true, force: true } );
		process.removeListener( 'exit', removeNow );
	}
}

/** Returns the value of the variable that names the start script; null if the host has one that it does not return. */
async function findStartScript(
	host: Host,
	{ isLocal, app, found }: Plan,
	variables: ShellVariable[]
): Promise< string | null > {
	const given = variables.find( ( { key } ) => key === START_VARIABLE );
	if ( given || typeof found !== 'string' ) {
		return given?.value ?? '';
	}
	if ( ! isLocal ) {
		return null;
	}
	const place = { ...app, environment: found };
	const keys = await readKeys( { ...host, path: place } );
	return keys.some( ( { key } ) => key === START_VARIABLE ) ? null : '';
}

/** Changes the settings of an environment that exists. The build gets them. */
async function changeSettings(
	target: Target,
	{ rootDirectory, changesRootDirectory }: Plan,
	variables: ShellVariable[]
): Promise< void > {
	if ( changesRootDirectory && rootDirectory !== null ) {
		await changeEnvironment( target, { rootDirectory } );
		target.context.warn(
			`Root directory changed to ${ rootDirectory || 'the top folder' }.`
		);
	}
	if ( variables.length > 0 ) {
		await changeVariables( target, { set: variables } );
	}
}

/** Plans where a source is deployed, and checks all that can be checked without changing the host. */
async function planAndCheck(
	host: Host,
	source: Source,
	options: Options,
	variables: ShellVariable[]
): Promise< Plan > {
	const plan = await planTarget( host, source.folder, {
		...options,
		savedRootDirectory: savedRootDirectory( source.folder ),
	} );
	checkVariables( plan, variables );
	if ( options.message !== undefined && ! plan.isLocal ) {
		throw usageError(
			'This host accepts no message. Deploy without --message.'
		);
	}
	if ( source.isFolder && plan.rootDirectory !== null ) {
		await checkProject(
			source.file,
			plan.rootDirectory,
			await findStartScript( host, plan, variables ),
			host.context.folder
		);
	}
	return plan;
}

/** Creates nothing on the host before the folder is packed. */
async function prepareAndUpload(
	host: Host,
	source: Source,
	options: Options,
	variables: ShellVariable[],
	signal: AbortSignal
): Promise< Upload > {
	const { context } = host;
	const plan = await planAndCheck( host, source, options, variables );
	const save = ( target: Target ) =>
		saveProject( target, source.folder, options.rootDirectory );
	return withTemporaryFolder( async ( temporary ) => {
		const zip = await pack( context, source, temporary, signal );
		signal.throwIfAborted();
		host.secrets.push( ...variables.map( ( { value } ) => value ) );
		const target = await createTarget( host, plan, variables );
		const { account, app } = target.path;
		context.warn(
			`Deploying to ${ target.environment } of ${ app } (account ${ account }) at ${ host.url }.`
		);
		const isNew = typeof plan.found !== 'string';
		const isUnlisted = isNew && ! target.isLocal;
		if ( isUnlisted ) {
			// The host cannot list it: without its ID, an environment whose upload fails could not be found again.
			save( target );
		}
		if ( ! isNew ) {
			await changeSettings( target, plan, variables );
		}
		signal.throwIfAborted();
		const { isFolder } = source;
		const build = await upload(
			target,
			zip,
			isFolder,
			options.message,
			signal
		);
		context.warn( 'Uploaded.' );
		if ( ! isUnlisted ) {
			save( target );
		}
		return { target, build };
	} ).finally( () => context.showProgress( '' ) );
}

async function deploy(
	context: Context,
	options: Options,
	given: string
): Promise< Result > {
	const { warn } = context;
	const source = await findSource( context, given );
	if ( source.isFolder ) {
		const known =
			options.rootDirectory ?? savedRootDirectory( source.folder ) ?? '';
		await checkWorkspace( source.file, context.folder, warn );
		await checkDependencies( source.file, known, context.folder, warn );
	}
	const { envFile } = options;
	const { values: variables } =
		envFile === undefined
			? { values: [] }
			: await readVariables(
					envFile,
					path.resolve( context.folder, envFile )
				);
	const signal = stopSignal( context );
	return withHost(
		context,
		options,
		async ( host ) => {
			const { target, build } = await unlessStopped(
				signal,
				'Stopped before the upload was complete. Nothing was deployed.',
				prepareAndUpload( host, source, options, variables, signal )
			);
			return report( target, build, options.wait, signal );
		},
		source.folder
	);
}

export const definition = onThisMachine( {
	about: 'upload a folder or a zip file, and follow its build',
	arguments: { '[path]': { about: 'folder or zip file', default: '.' } },
	options: {
		'--region <region>': {
			about: 'region of a new application',
			choices: REGIONS,
		},
		'--wordpress <install>': 'WordPress install of a new environment',
		'--root-directory <path>': {
			about: 'folder of the code that the environment builds and starts, for example apps/web',
			parse: parseRootDirectory,
		},
		'--create':
			'create the application or the environment if it does not exist; needed in a script',
		'--env-file <file>':
			'.env file whose variables are set before the build',
		'-m, --message <text>': {
			about: 'what is new, shown with the build',
			parse: parseMessage,
		},
		'--no-wait': 'exit when the code is uploaded',
		...hostOptions( 'environment' ),
	},
	run: deploy,
} );
