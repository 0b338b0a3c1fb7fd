import fs from 'node:fs';
import path from 'node:path';
import { choosePorts, describeMove } from '../ports.ts';
import type { Ports } from '../ports.ts';
import type { Progress } from '../progress.ts';
import type { Php } from '../requirements/php.ts';
import { assembleWordpress, configureWordpress } from '../wordpress/files.ts';
import {
	ADMIN,
	installPluginZip,
	installWordpress,
	PLUGIN_FILE,
} from '../wordpress/install.ts';
import { restClient } from '../json-client.ts';
import { releaseLocks } from '../wordpress/locks.ts';
import { serveWordpress } from '../wordpress/php-server.ts';
import type { WordpressServer } from '../wordpress/php-server.ts';
import { connect, trackBuilds } from './connection.ts';
import type { Connected } from './connection.ts';
import {
	deployFrontEnd,
	frontEndRelease,
	variablesToSet,
} from './front-end.ts';
import { hostingClient } from './hosting-client.ts';
import type { HostedFrontEnd, Hosting } from './hosting-client.ts';
import type { Kit } from './kit-file.ts';
import { ACCOUNT, API_USER, APP, servePlatform } from './platform-server.ts';
import type { PlatformServer, PlatformSettings } from './platform-server.ts';
import { keepRunning } from './restart.ts';
import { readState, saveState } from './state-file.ts';
import type { StackState } from './state-file.ts';

/** The next request takes the rest of the time. */
const WARM_UP_MS = 10_000;

export interface StackOptions {
	/** Folder for all state. */
	folder: string;
	/** Folder for the data of the platform, outside of all projects. */
	platformData: string;
	/** The first port to try; null for that of the last start. */
	port: number | null;
	php: Php;
	/** Folder of a WordPress. */
	core: string;
	/** Folder of the SQLite integration. */
	sqlite: string;
	/** A link to the folder of the project, for development; or a zip, as users install it. */
	plugin: { link: string } | { zip: string };
	/** Whether WordPress gets the platform's API user, with which it tracks builds. */
	tracksBuilds: boolean;
	/** Whether changed content refreshes pages; else it rebuilds the front end. */
	refreshes: boolean;
	progress: Progress;
}

export interface Stack {
	kit: Kit;
	/** A link that signs in to the portal once. */
	portalLink: string;
	/** Resolves when the front end runs. It may still be starting when the stack is returned. */
	frontEndReady: Promise< void >;
	/**
	 * Starts WordPress or the platform again when it has ended unexpectedly.
	 *
	 * @param report Prints a line.
	 * @param signal Is aborted before the stack is stopped.
	 */
	keepRunning: (
		report: ( line: string ) => void,
		signal: AbortSignal
	) => void;
}

interface Context extends StackOptions {
	state: StackState;
	ports: Ports;
	wordpressUrl: string;
	/** Folder of WordPress. */
	wordpress: string;
	/** The hosts of all edges of the platform, as `host:port`. */
	edges: string[];
	/** Whether WordPress is configured again when the edges change. */
	isStarted: boolean;
}

/**
 * Starts WordPress with the plugin, the platform, and a front end that is live and connected. Reuses what an earlier
 * start has created.
 */
export async function startStack( settings: StackOptions ): Promise< Stack > {
	const context = await prepare( settings );
	const { progress } = context;
	const [ { platform, hosting, hosted }, wordpress ] = await Promise.all( [
		progress.step( 'Starting the platform', () => startHosting( context ) ),
		assemble( context ).then( () =>
			progress.step( 'Starting WordPress', () =>
				startWordpress( context )
			)
		),
	] );
	// The front end may have another port than before.
	configure( context );
	context.isStarted = true;
	wordpress.callCron();
	const connected = await progress.step( 'Connecting', () =>
		connectWordpress(
			context,
			{ platform, hosting, hosted },
			wordpress.url
		)
	);
	await deploy( context, hosting, hosted.id, connected );
	return {
		kit: describeKit( context, platform, hosted, connected.id ),
		portalLink: platform.portal,
		frontEndReady: platform.ready,
		keepRunning( report, signal ) {
			void keepRunning( wordpress, {
				name: 'WordPress',
				log: wordpressLog( context ),
				start: async () => {
					const server = await serve( context, true );
					server.callCron();
					return server;
				},
				report,
				signal,
			} );
			void keepRunning( platform, {
				name: 'The platform',
				log: platformLog( context ),
				start: () => servePlatform( platformSettings( context ), true ),
				report,
				signal,
			} );
		},
	};
}

const wordpressLog = ( { folder }: Context ): string =>
	path.join( folder, 'logs', 'php.log' );

const platformLog = ( { folder }: Context ): string =>
	path.join( folder, 'logs', 'platform.log' );

function serve(
	context: Context,
	isRestart: boolean
): Promise< WordpressServer > {
	releaseLocks( context.wordpress );
	return serveWordpress(
		context.php,
		context.wordpress,
		context.ports.wordpress,
		wordpressLog( context ),
		isRestart
	);
}

function platformSettings( context: Context ): PlatformSettings {
	const { platformData, state, ports, wordpressUrl } = context;
	return {
		port: ports.platform,
		// The platform opens its edges while WordPress does not listen yet.
		reservedPorts: [ ports.wordpress ],
		data: platformData,
		password: state.apiPassword,
		wordpressUrl,
		log: platformLog( context ),
		onEdges: ( hosts ) => {
			context.edges = hosts;
			if ( context.isStarted ) {
				configure( context );
			}
		},
	};
}

async function prepare( settings: StackOptions ): Promise< Context > {
	fs.mkdirSync( settings.folder, { recursive: true } );
	const state = readState( settings.folder );
	const { moved, ...ports } = await choosePorts( settings.port, state.ports );
	moved.map( describeMove ).forEach( settings.progress.line );
	state.ports = ports;
	saveState( settings.folder, state );
	return {
		...settings,
		state,
		ports,
		wordpressUrl: `http://127.0.0.1:${ ports.wordpress }`,
		wordpress: path.join( settings.folder, 'wordpress' ),
		edges: [],
		isStarted: false,
	};
}

interface HostedStack {
	platform: PlatformServer;
	hosting: Hosting;
	hosted: HostedFrontEnd;
}

/** Starts the platform and creates the app with its environment on the first start. */
async function startHosting( context: Context ): Promise< HostedStack > {
	const { folder, state, ports, progress } = context;
	const platform = await servePlatform( platformSettings( context ) );
	platform.warnings.forEach( ( warning ) =>
		progress.line( `! ${ warning }` )
	);
	const hosting = hostingClient( platform.url, state.apiPassword );
	const hosted = await hosting.ensureEnvironment();
	const expected = ports.frontEnd ?? ports.platform + 1;
	const chosen = Number( new URL( hosted.edgeUrl ).port );
	if ( chosen !== expected ) {
		progress.line(
			describeMove( { server: 'The front end', expected, chosen } )
		);
	}
	ports.frontEnd = chosen;
	saveState( folder, state );
	return { platform, hosting, hosted };
}

/** Assembles WordPress unless an earlier start has completed the installation. */
async function assemble( context: Context ): Promise< void > {
	const { state, wordpress, core, sqlite, plugin } = context;
	if ( state.applicationPassword && fs.existsSync( wordpress ) ) {
		return;
	}
	state.applicationPassword = null;
	await context.progress.step( 'Assembling WordPress', () =>
		assembleWordpress( {
			folder: wordpress,
			core,
			sqlite,
			plugin: 'link' in plugin ? plugin.link : null,
		} )
	);
}

/** Writes the configuration of WordPress. The plugin may call the platform and its edges. */
function configure( context: Context ): void {
	const { wordpress, wordpressUrl, state, ports, edges } = context;
	configureWordpress( wordpress, {
		url: wordpressUrl,
		localHosts: [ `127.0.0.1:${ ports.platform }`, ...edges ],
		secret: state.secret,
	} );
}

/** Configures, installs on the first start, and serves WordPress. */
async function startWordpress( context: Context ): Promise< WordpressServer > {
	const { state, wordpress, plugin, php, wordpressUrl } = context;
	configure( context );
	if ( ! state.applicationPassword ) {
		const { applicationPassword } = await installWordpress( php, {
			folder: wordpress,
			url: wordpressUrl,
			password: state.adminPassword,
			plugin: 'link' in plugin ? PLUGIN_FILE : '',
		} );
		if ( 'zip' in plugin ) {
			await installPluginZip( php, wordpress, plugin.zip );
		}
		state.applicationPassword = applicationPassword;
		saveState( context.folder, state );
	}
	const server = await serve( context, false );
	// Compiles the files of WordPress while the platform starts.
	await fetch( `${ wordpressUrl }/wp-json/`, {
		signal: AbortSignal.timeout( WARM_UP_MS ),
	} )
		.then( ( { body } ) => body?.cancel() )
		.catch( () => {} );
	return server;
}

async function connectWordpress(
	context: Context,
	{ platform, hosting, hosted }: HostedStack,
	wordpressUrl: string
): Promise< Connected > {
	const { state, refreshes, tracksBuilds } = context;
	const urls = await hosting.webhooks( hosted.id );
	const rest = restClient(
		wordpressUrl,
		ADMIN,
		state.applicationPassword ?? ''
	);
	const connected = await connect( rest, {
		hostedId: hosted.id,
		webhookUrl: urls.rebuild,
		frontEndUrl: hosted.edgeUrl,
		refreshUrl: `${ hosted.edgeUrl }/api/refresh`,
		refreshSecret: state.refreshSecret,
		refreshes,
	} );
	if ( tracksBuilds ) {
		// The check needs the environment, which names the account.
		await trackBuilds( rest, {
			apiUrl: platform.url,
			user: API_USER,
			password: state.apiPassword,
		} );
	}
	return connected;
}

/** Deploys the sample front end unless the live release has the same sources and variables. */
async function deploy(
	context: Context,
	hosting: Hosting,
	hostedId: string,
	{ id, hasNewSecret }: Connected
): Promise< void > {
	const { state, folder } = context;
	const variables = {
		HEADLESS_DEPLOY_ENVIRONMENT: id,
		HEADLESS_DEPLOY_REFRESH_SECRET: state.refreshSecret,
	};
	const release = `${ hostedId } ${ frontEndRelease(
		context.wordpressUrl,
		variables
	) }`;
	if ( hasNewSecret || state.frontEnd !== release ) {
		const hasSecret =
			! hasNewSecret && state.frontEnd?.startsWith( `${ hostedId } ` );
		await context.progress.step(
			'Deploying the sample front end',
			async () => {
				await hosting.setVariables(
					hostedId,
					variablesToSet( variables, hasSecret === true )
				);
				await deployFrontEnd( hosting, hostedId, folder );
			}
		);
		state.frontEnd = release;
		saveState( folder, state );
	}
}

/** @param environmentId The environment's id in the plugin. */
function describeKit(
	context: Context,
	platform: PlatformServer,
	hosted: HostedFrontEnd,
	environmentId: string
): Kit {
	const account = platform.accounts.find( ( { name } ) => name === ACCOUNT );
	return {
		wordpress: {
			url: context.wordpressUrl,
			adminUser: ADMIN,
			adminPassword: context.state.adminPassword,
			applicationPassword: context.state.applicationPassword ?? '',
		},
		frontEnd: { url: hosted.edgeUrl },
		portal: { url: `${ platform.url }/portal` },
		hosting: {
			url: platform.url,
			user: API_USER,
			password: context.state.apiPassword,
			accountName: ACCOUNT,
			accountId: account?.id ?? '',
			appId: APP,
			environmentId: hosted.id,
		},
		environment: { id: environmentId },
	};
}
