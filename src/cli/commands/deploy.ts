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

async function packAndUpload(
	context: Context,
	host: Host,
	target: Target,
	source: Source,
	signal: AbortSignal
): Promise< string > {
	const temporary = await mkdtemp(
		path.join( tmpdir(), 'headless-deploy-' )
	);
	try {
		let zip = source.file;
		if ( source.isFolder ) {
			zip = path.join( temporary, 'code.zip' );
			context.showProgress( 'Packing the folder …' );
			const packed = await zipFolder( source.file, zip, signal );
			context.warn(
				`Packed ${ packed.files } ${ packed.files === 1 ? 'file' : 'files' } (${ formatBytes( packed.bytes ) }).`
			);
			if ( packed.skippedLinks.length > 0 ) {
				context.warn(
					`Symbolic links are not uploaded: ${ packed.skippedLinks.join( ', ' ) }.`
				);
			}
		}
		const showProgress = ( sent: number, size: number ) => {
			const percent = Math.floor( ( sent / Math.max( size, 1 ) ) * 100 );
			context.showProgress(
				`Uploading ${ formatBytes( size ) }: ${ percent } %`
			);
		};
		const build = await uploadZip(
			host,
			target.place,
			zip,
			showProgress,
			signal
		);
		context.warn( 'Uploaded.' );
		return build;
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
async function readAddress(
	{ client }: Host,
	{ place }: Target
): Promise< string > {
	const { domains } = await bodyOf(
		client.GET(
			'/v1/accounts/{account}/apps/{app}/environments/{environment}',
			{ params: { path: place } }
		)
	);
	const [ domain = '' ] = domains;
	const scheme = /^localhost(?::|$)/.test( domain ) ? 'http' : 'https';
	return domain === '' ? '' : `${ scheme }://${ domain }`;
}

async function follow(
	context: Context,
	host: Host,
	target: Target,
	id: string,
	signal: AbortSignal
): Promise< Build > {
	const { number, name } = await readBuild( host, target.place, id );
	const build = idOf( name );
	context.warn( `Build ${ number }:` );
	const printLog = makeBuildLogPrinter(
		host,
		target.place,
		build,
		context.warn
	);
	try {
		return await followBuild(
			context,
			host,
			target.place,
			build,
			printLog,
			signal
		);
	} catch ( error ) {
		if ( signal.aborted ) {
			throw new CliError(
				EXIT.stopped,
				`Stopped. Build ${ number } continues on the host. To follow it: headless-deploy builds log ${ number } --follow`
			);
		}
		throw error;
	}
}

async function reportBuild(
	context: Context,
	host: Host,
	target: Target,
	id: string,
	options: Options,
	signal: AbortSignal
): Promise< void > {
	if ( ! target.isLocal ) {
		printResult( context, options, { ...target.place, isFollowed: false }, [
			'The host accepted the code and deploys it. It reports neither the build nor its log to this command; see the portal of the host.',
		] );
		return;
	}
	const build = options.wait
		? await follow( context, host, target, id, signal )
		: await readBuild( host, target.place, id );
	const url = await readAddress( host, target );
	const result = {
		...target.place,
		url,
		isFollowed: options.wait,
		build: summarizeBuild( build ),
	};
	if ( options.wait && options.json ) {
		context.print( JSON.stringify( result ) );
		expectLive( build );
		return;
	}
	if ( options.wait ) {
		expectLive( build );
		context.warn( `Build ${ build.number } is live:` );
	}
	printResult( context, options, result, [ url ] );
}

async function deploy(
	context: Context,
	given: string,
	options: Options
): Promise< void > {
	const source = await findSource( context, given );
	const stop = new AbortController();
	void context.stopped().then( () => stop.abort() );
	await withHost(
		context,
		options,
		async ( host ) => {
			const target = await findTarget(
				context,
				host,
				source.folder,
				options
			);
			// Before the upload, which can fail: the environment exists by now.
			saveProject( context, host, target, source.folder );
			let build: string;
			try {
				build = await packAndUpload(
					context,
					host,
					target,
					source,
					stop.signal
				);
			} catch ( error ) {
				throw stop.signal.aborted
					? new CliError(
							EXIT.stopped,
							'Stopped before the upload was complete. Nothing was deployed.'
						)
					: error;
			}
			await reportBuild(
				context,
				host,
				target,
				build,
				options,
				stop.signal
			);
		},
		[],
		source.folder
	);
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
