import { reconcile, resumeBuilds } from './builds/recovery.ts';
import { ChangeEmitter } from './lib/change-emitter.ts';
import { claimDataFolder } from './store/data-folder.ts';
import { StartError, systemCode, errorMessage } from './lib/errors.ts';
import { openFaultInjection } from './faults/fault-injection.ts';
import { Folders } from './store/folders.ts';
import { createApp } from './http/app.ts';
import { gracefulClose } from './http/graceful-shutdown.ts';
import type { TypedApp } from './http/typed-app.ts';
import { lockFolder } from './store/folder-lock.ts';
import type { FolderLock } from './store/folder-lock.ts';
import { checkSurroundings } from './store/surroundings.ts';
import { openSqliteStore } from './store/sqlite.ts';
import { withDefaults } from './services/options.ts';
import type { PlatformOptions, PlatformConfig } from './services/options.ts';
import { createServices } from './services/services.ts';
import type { PublicServices, Services } from './services/services.ts';

export type { PlatformOptions } from './services/options.ts';

export interface Platform {
	/** Address of the API, the webhooks and the portal. */
	url: string;
	/** What is wrong with the place of the data folder. */
	warnings: readonly string[];
	/** Creates a fresh one-time link to the portal. */
	portalLink: () => string;
	services: PublicServices;
	/**
	 * Resolves when all applications that were live at the last end run again, or the platform was closed. An
	 * application that does not start is tried again.
	 */
	waitUntilReady: () => Promise< void >;
	/** Resolves when no build is running or queued and replaced releases have ended. */
	waitUntilIdle: () => Promise< void >;
	/** Stops the platform and its processes. Interrupted builds run again after the next start. */
	close: () => Promise< void >;
}

/** Creates the accounts and installs that the settings name. */
async function seed(
	config: PlatformConfig,
	{ catalog, installs }: Services
): Promise< void > {
	const known = ( await catalog.accounts() ).map( ( { name } ) => name );
	const [ accountName = '' ] = config.accounts;
	const missing = [ ...new Set( config.accounts ) ].filter(
		( name ) => ! known.includes( name )
	);
	// Writes keep their order; concurrent writes share one commit.
	await Promise.all( [
		...missing.map( ( name ) => catalog.createAccount( name ) ),
		...Object.entries( config.wordpress ).map( ( [ name, url ] ) =>
			installs.save( { accountName, name, url } )
		),
	] );
}

async function listen( app: TypedApp, port: number ): Promise< number > {
	try {
		await app.listen( { host: '127.0.0.1', port } );
	} catch ( error ) {
		const reason =
			systemCode( error ) === 'EADDRINUSE'
				? 'another program uses it'
				: errorMessage( error );
		throw new StartError(
			'port-in-use',
			`Port ${ port } on 127.0.0.1 cannot be used: ${ reason }. Choose another one.`,
			error
		);
	}
	const address = app.server.address();
	return typeof address === 'object' && address ? address.port : port;
}

async function openEdges( services: Services ): Promise< void > {
	const { store, edges } = services;
	for ( const environment of await store.environments.all() ) {
		const port = await edges.open( environment );
		if ( port !== environment.edgePort ) {
			await store.write( ( { environments } ) =>
				environments.setEdgePort( environment.id, port )
			);
		}
	}
}

interface Address {
	port: number;
	/** Whether all live applications have run since the start. */
	isStarted: boolean;
}

async function makeApp(
	config: PlatformConfig,
	services: Services,
	address: Address,
	cleanup: AsyncDisposableStack
): Promise< TypedApp > {
	const faults = await openFaultInjection( services );
	cleanup.defer( () => faults.rules.close() );
	const app = await createApp( {
		services,
		faults,
		isStarted: () => address.isStarted,
		startCommand: config.startCommand,
		port: () => address.port,
		allowHosts: config.allowHosts,
	} );
	cleanup.defer( gracefulClose( app ) );
	await app.ready();
	return app;
}

async function start(
	config: PlatformConfig,
	cleanup: AsyncDisposableStack
): Promise< Platform > {
	const folders = new Folders( config.dataFolder );
	const warnings = checkSurroundings( folders );
	claimDataFolder( folders );
	const lock: FolderLock = lockFolder( folders.root );
	cleanup.defer( () => lock.release() );
	const changes = new ChangeEmitter();
	const store = openSqliteStore( folders.root, ( change ) =>
		changes.emit( change )
	);
	cleanup.defer( () => store.close() );
	const address: Address = { port: config.port, isStarted: false };
	const baseUrl = () => `http://127.0.0.1:${ address.port }`;
	const services = createServices( config, folders, store, changes, baseUrl );
	cleanup.defer( () => services.liveReleases.close() );
	cleanup.defer( () => services.builder.close() );
	cleanup.defer( () => services.edges.close() );
	cleanup.defer( () => services.usage.close() );
	await seed( config, services );
	// Before the server accepts uploads, because it deletes incomplete uploads of a crash.
	await reconcile( services );
	services.edges.reserve( await store.environments.all() );
	const app = await makeApp( config, services, address, cleanup );
	// Hashing takes a while in another thread; only requests that sign in wait for it.
	const ensured = services.users.ensure( config.user, config.password );
	cleanup.defer( () => ensured.catch( () => {} ) );
	address.port = await listen( app, config.port );
	const since = config.now().toISOString();
	lock.describe( { pid: process.pid, url: baseUrl(), since } );
	await openEdges( services );
	await resumeBuilds( services );
	const ready = services.liveReleases
		.startAll()
		.then( () => {
			address.isStarted = true;
		} )
		.catch( config.onError );
	await services.usage.start();
	await ensured;
	let closing: Promise< void > | null = null;
	return {
		url: baseUrl(),
		warnings,
		portalLink: () =>
			baseUrl() + services.sessions.createLink( config.user ),
		services,
		waitUntilReady: () => ready,
		waitUntilIdle: () => services.builder.waitUntilIdle(),
		close: () => ( closing ??= cleanup.disposeAsync() ),
	};
}

/**
 * @return The running platform, when its API, its portal and its edges answer. Applications may still be starting.
 * @throws StartError with the next step; nothing is running then.
 */
export async function startPlatform(
	options: PlatformOptions
): Promise< Platform > {
	const cleanup = new AsyncDisposableStack();
	try {
		return await start( withDefaults( options ), cleanup );
	} catch ( error ) {
		await cleanup.disposeAsync();
		throw error;
	}
}
