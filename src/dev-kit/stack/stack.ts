import fs from 'node:fs';
import path from 'node:path';
import { choosePorts, holdPort } from '../ports.ts';
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
import { serveWordpress } from '../wordpress/php-server.ts';
import { connect, trackBuilds } from './connection.ts';
import { deployFrontEnd, frontEndRelease } from './front-end.ts';
import { hostingClient } from './hosting-client.ts';
import type { HostedFrontEnd, Hosting } from './hosting-client.ts';
import type { Kit } from './kit-file.ts';
import { ACCOUNT, API_USER, APP, servePlatform } from './platform-server.ts';
import type { PlatformServer } from './platform-server.ts';
import { readState, saveState } from './state-file.ts';
import type { StackState } from './state-file.ts';

export interface StackOptions {
	/** Folder for all state. */
	folder: string;
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
	/** Resolves with the name of a server that has ended. */
	endedServer: Promise< string >;
	stop: () => Promise< void >;
}

interface Context extends StackOptions {
	state: StackState;
	ports: Ports;
	wordpressUrl: string;
	/** Folder of WordPress. */
	wordpress: string;
}

/**
 * Starts WordPress with the plugin, the platform, and a front end that is live and connected. Reuses what an earlier
 * start has created.
 */
export async function startStack( settings: StackOptions ): Promise< Stack > {
	const context = await prepare( settings );
	const { progress, ports } = context;
	// The platform chooses ports for its environments before WordPress opens its own.
	const release = await holdPort( ports.wordpress );
	const [ { platform, hosting, hosted } ] = await Promise.all( [
		progress.step( 'Starting the platform', () => startHosting( context ) ),
		assemble( context ),
	] );
	await release();
	const wordpress = await progress.step( 'Starting WordPress', () =>
		startWordpress( context, [
			new URL( platform.url ).host,
			new URL( hosted.edgeUrl ).host,
		] )
	);
	const environmentId = await progress.step( 'Connecting', () =>
		connectWordpress(
			context,
			{ platform, hosting, hosted },
			wordpress.url
		)
	);
	await deploy( context, hosting, hosted.id, environmentId );
	return {
		kit: describeKit( context, platform, hosted, environmentId ),
		portalLink: platform.portal,
		endedServer: Promise.race( [
			wordpress.ended.then( () => 'WordPress' ),
			platform.ended.then( () => 'The platform' ),
		] ),
		async stop() {
			await wordpress.stop();
			await platform.stop();
		},
	};
}

async function prepare( settings: StackOptions ): Promise< Context > {
	fs.mkdirSync( settings.folder, { recursive: true } );
	const state = readState( settings.folder );
	const ports = await choosePorts( settings.port, state.ports );
	state.ports = ports;
	saveState( settings.folder, state );
	return {
		...settings,
		state,
		ports,
		wordpressUrl: `http://127.0.0.1:${ ports.wordpress }`,
		wordpress: path.join( settings.folder, 'wordpress' ),
	};
}

interface HostedStack {
	platform: PlatformServer;
	hosting: Hosting;
	hosted: HostedFrontEnd;
}

/** Starts the platform and creates the app with its environment on the first start. */
async function startHosting( context: Context ): Promise< HostedStack > {
	const { folder, state, ports, wordpressUrl } = context;
	const platform = await servePlatform( {
		port: ports.platform,
		data: path.join( folder, 'platform' ),
		password: state.apiPassword,
		wordpressUrl,
		log: path.join( folder, 'logs', 'platform.log' ),
	} );
	const hosting = hostingClient( platform.url, state.apiPassword );
	const hosted = await hosting.ensureEnvironment();
	ports.frontEnd = Number( new URL( hosted.edgeUrl ).port );
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

/**
 * Configures, installs on the first start, and serves WordPress.
 *
 * @param localHosts Hosts on this machine that the plugin may call.
 */
async function startWordpress( context: Context, localHosts: string[] ) {
	const { state, wordpress, plugin, php, wordpressUrl } = context;
	configureWordpress( wordpress, {
		url: wordpressUrl,
		localHosts,
		secret: state.secret,
	} );
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
	return serveWordpress(
		php,
		wordpress,
		context.ports.wordpress,
		path.join( context.folder, 'logs', 'php.log' )
	);
}

/** @return The environment's id in the plugin. */
async function connectWordpress(
	context: Context,
	{ platform, hosting, hosted }: HostedStack,
	wordpressUrl: string
): Promise< string > {
	const { state, refreshes, tracksBuilds } = context;
	const urls = await hosting.webhooks( hosted.id );
	const rest = restClient(
		wordpressUrl,
		ADMIN,
		state.applicationPassword ?? ''
	);
	const id = await connect( rest, {
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
	return id;
}

/** Deploys the sample front end unless the live release has the same sources and variables. */
async function deploy(
	context: Context,
	hosting: Hosting,
	hostedId: string,
	environmentId: string
): Promise< void > {
	const { state, folder } = context;
	const variables = {
		HEADLESS_DEPLOY_ENVIRONMENT: environmentId,
		HEADLESS_DEPLOY_REFRESH_SECRET: state.refreshSecret,
	};
	const release = `${ hostedId } ${ frontEndRelease(
		context.wordpressUrl,
		variables
	) }`;
	if ( state.frontEnd !== release ) {
		await context.progress.step(
			'Deploying the sample front end',
			async () => {
				await hosting.setVariables( hostedId, variables );
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
