import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Build } from '../../shared/platform-api.generated.ts';
import { bodyOf } from '../../platform-client/platform-client.ts';
import {
	expectLive,
	followBuild,
	makeBuildLogPrinter,
	readBuild,
	summarizeBuild,
} from '../build.ts';
import type { Context } from '../context.ts';
import { REGIONS } from '../creation.ts';
import { findTarget } from '../deploy/target.ts';
import type { CreationOptions, Target } from '../deploy/target.ts';
import { uploadZip } from '../deploy/upload.ts';
import { zipFolder } from '../deploy/zip-folder.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { withHost } from '../host.ts';
import type { Host } from '../host.ts';
import { formatBytes, printResult } from '../output.ts';
import { idOf } from '../place.ts';
import { addEnvironmentOptions } from '../platform-options.ts';
import type { EnvironmentOptions } from '../platform-options.ts';
import {
	PROJECT_FILE,
	findProjectFile,
	writeProject,
} from '../project-file.ts';

interface Options extends EnvironmentOptions, CreationOptions {
	wait: boolean;
}

/** What is deployed. */
interface Source {
	file: string;
	isFolder: boolean;
	/** Where the project file is. */
	folder: string;
}

async function findSource(
	context: Context,
	given: string
): Promise< Source > {
	const file = path.resolve( context.folder, given );
	const stats = await stat( file ).catch( () => null );
	if ( stats === null ) {
		throw new CliError(
			EXIT.usage,
			`${ file } does not exist. Name a folder or a zip file.`
		);
	}
	const isFolder = stats.isDirectory();
	return { file, isFolder, folder: isFolder ? file : context.folder };
}

interface Deployment {
	context: Context;
	host: Host;
	target: Target;
	source: Source;
	options: Options;
	/** Aborted by Ctrl-C. */
	signal: AbortSignal;
}

/** Packs the folder, if it is one, and returns the path of the zip. */
async function pack(
	{ context, source, signal }: Deployment,
	temporary: string
): Promise< string > {
	if ( ! source.isFolder ) {
		return source.file;
	}
	const zip = path.join( temporary, 'code.zip' );
	context.showProgress( 'Packing the folder …' );
	const { files, bytes, skippedLinks } = await zipFolder(
		source.file,
		zip,
		signal
	);
	context.warn(
		`Packed ${ files } ${ files === 1 ? 'file' : 'files' } (${ formatBytes( bytes ) }).`
	);
	if ( skippedLinks.length > 0 ) {
		context.warn(
			`Symbolic links are not uploaded: ${ skippedLinks.join( ', ' ) }.`
		);
	}
	return zip;
}

/** @return The ID of the build. */
async function upload( deployment: Deployment ): Promise< string > {
	const { context, host, target, signal } = deployment;
	const temporary = await mkdtemp(
		path.join( tmpdir(), 'headless-deploy-' )
	);
	const showProgress = ( sent: number, size: number ) => {
		const percent = Math.floor( ( sent / Math.max( size, 1 ) ) * 100 );
		context.showProgress(
			`Uploading ${ formatBytes( size ) }: ${ percent } %`
		);
	};
	try {
		const zip = await pack( deployment, temporary );
		const { place } = target;
		const id = await uploadZip( host, place, zip, showProgress, signal );
		context.warn( 'Uploaded.' );
		return id;
	} catch ( error ) {
		throw signal.aborted
			? new CliError(
					EXIT.stopped,
					'Stopped before the upload was complete. Nothing was deployed.'
				)
			: error;
	} finally {
		context.showProgress( '' );
		await rm( temporary, { recursive: true, force: true } );
	}
}

/** Saves the names for later commands, and the ID where the host cannot find an environment by its name. */
function saveProject(
	context: Context,
	{ url, project }: Host,
	{ place, environment, isLocal }: Target,
	folder: string
): void {
	const existing = findProjectFile( folder );
	const { account, app } = place;
	const named = { host: url, account, app, environment };
	const isOther =
		existing !== null &&
		( project.host !== url ||
			project.account !== account ||
			project.app !== app );
	const needsId =
		! isLocal &&
		environment !== place.environment &&
		project.environmentIds?.[ environment ] !== place.environment;
	if ( isOther || ( existing !== null && ! needsId ) ) {
		return;
	}
	const file = existing ?? path.join( folder, PROJECT_FILE );
	const ids = {
		...project.environmentIds,
		[ environment ]: place.environment,
	};
	writeProject( file, {
		...( existing === null ? named : project ),
		...( needsId ? { environmentIds: ids } : {} ),
	} );
	context.warn( `Saved the environment in ${ file }.` );
}

/** Returns the address of an environment; the local platform has no TLS. */
async function readAddress( { host, target }: Deployment ): Promise< string > {
	const { domains } = await bodyOf(
		host.client.GET(
			'/v1/accounts/{account}/apps/{app}/environments/{environment}',
			{ params: { path: target.place } }
		)
	);
	const [ domain = '' ] = domains;
	const scheme = /^localhost(?::|$)/.test( domain ) ? 'http' : 'https';
	return domain === '' ? '' : `${ scheme }://${ domain }`;
}

async function follow(
	{ context, host, target: { place }, signal }: Deployment,
	{ name, number }: Build
): Promise< Build > {
	const id = idOf( name );
	context.warn( `Build ${ number }:` );
	const printLog = makeBuildLogPrinter( host, place, id, context.warn );
	try {
		return await followBuild( context, host, place, id, printLog, signal );
	} catch ( error ) {
		throw signal.aborted
			? new CliError(
					EXIT.stopped,
					`Stopped. Build ${ number } continues on the host. To follow it: headless-deploy builds log ${ number } --follow`
				)
			: error;
	}
}

async function report( deployment: Deployment, id: string ): Promise< void > {
	const { context, host, options, target } = deployment;
	const { place } = target;
	if ( ! target.isLocal ) {
		printResult( context, options, { ...place, isFollowed: false }, [
			'The host accepted the code and deploys it. It reports neither the build nor its log to this command; see the portal of the host.',
		] );
		return;
	}
	const started = await readBuild( host, place, id );
	const isFollowed = options.wait;
	const build = isFollowed ? await follow( deployment, started ) : started;
	const url = await readAddress( deployment );
	const result = {
		...place,
		url,
		isFollowed,
		build: summarizeBuild( build ),
	};
	if ( options.json ) {
		context.print( JSON.stringify( result ) );
	}
	if ( isFollowed ) {
		expectLive( build );
		context.warn( `Build ${ build.number } is live.` );
	}
	if ( ! options.json ) {
		context.print( url );
	}
}

async function deploy(
	context: Context,
	given: string,
	options: Options
): Promise< void > {
	const source = await findSource( context, given );
	const stop = new AbortController();
	void context.stopped().then( () => stop.abort() );
	const { signal } = stop;
	const run = async ( host: Host ) => {
		const { folder } = source;
		const target = await findTarget( context, host, folder, options );
		// Before the upload, which can fail: the environment exists by now.
		saveProject( context, host, target, folder );
		const deployment = { context, host, target, source, options, signal };
		await report( deployment, await upload( deployment ) );
	};
	await withHost( context, options, run, [], source.folder );
}

export function define( command: Command, context: Context ): void {
	addEnvironmentOptions( command )
		.argument( '[path]', 'folder or zip file', '.' )
		.addOption(
			new Option(
				'--region <region>',
				'region of a new application'
			).choices( REGIONS )
		)
		.option(
			'--wordpress <install>',
			'WordPress install of a new environment'
		)
		.option( '--no-wait', 'exit when the code is uploaded' )
		.action( ( given: string, options: Options ) =>
			deploy( context, given, options )
		);
}
