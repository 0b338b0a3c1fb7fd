/**
 * Starts the hosting platform: one process, one data folder, one address, and an edge per environment.
 */
import { Builder } from './builds/builder.ts';
import { BuildQueue } from './builds/queue.ts';
import { reconcile, resume } from './builds/resume.ts';
import { Serving } from './builds/serving.ts';
import { Catalog } from './catalog.ts';
import { Edges } from './edge/edges.ts';
import { StartError, systemCode, wordsOf } from './errors.ts';
import { Folders } from './folders.ts';
import { LocalHosting } from './hosting.ts';
import type { PlatformParts } from './hosting.ts';
import { createApp } from './http/app.ts';
import type { TypedApp } from './http/typed-app.ts';
import { Sessions } from './http/sessions.ts';
import type { Hosting } from './model.ts';
import { lockFolder } from './store/folder-lock.ts';
import type { FolderLock } from './store/folder-lock.ts';
import { openStore } from './store/store.ts';
import type { Store } from './store/store.ts';
import { Webhooks } from './webhooks.ts';

const HEALTH_TIMEOUT_MS = 60_000;

export interface PlatformOptions {
	/** Where everything is kept; made if it is not there. */
	dataFolder: string;
	/** Port of the API, the webhooks and the portal; 0 = any free one. */
	port: number;
	/** Where the search for the edges' ports begins; default is the port after `port`, 0 = any free one. */
	edgeFirstPort?: number;
	/** The API user. */
	user: string;
	password: string;
	/** Accounts that are made if they are not there. */
	accounts?: readonly string[];
	/** WordPress installs: name → address. */
	wordpress?: Readonly< Record< string, string > >;
	/** Host names besides 127.0.0.1 (and localhost, for edges) that may be used. */
	allowHosts?: readonly string[];
	/** Makes accounts and installs when they are first named. */
	loose?: boolean;
	/** Most builds a minute for each environment; 0, the default, means no limit. */
	buildsPerMinute?: number;
	/** How long an application may take until it answers. */
	healthTimeoutMs?: number;
	now?: () => Date;
	/** Told of errors that nobody outside can be blamed for; printed to the standard error output otherwise. */
	onError?: ( error: unknown ) => void;
}

export interface Platform {
	/** Address of the API, the webhooks and the portal. */
	url: string;
	/** Makes a fresh one-time link to the portal. */
	portalLink: () => string;
	hosting: Hosting;
	/** Waits until no build runs or waits, and replaced releases have ended. */
	idle: () => Promise< void >;
	/** Ends the platform and all that it started; interrupted builds run again after the next start. */
	close: () => Promise< void >;
}

type Settings = Required< PlatformOptions >;

function printError( error: unknown ): void {
	process.stderr.write(
		`${ error instanceof Error ? error.stack : String( error ) }\n`
	);
}

function withDefaults( options: PlatformOptions ): Settings {
	if ( options.user === '' || options.user.includes( ':' ) ) {
		throw new StartError(
			'settings',
			'The name of the API user must not be empty and must not hold a colon, for HTTP Basic ends the name there.'
		);
	}
	if ( options.password === '' ) {
		throw new StartError(
			'settings',
			'The password of the API user must not be empty.'
		);
	}
	return {
		edgeFirstPort: options.port === 0 ? 0 : options.port + 1,
		accounts: [],
		wordpress: {},
		allowHosts: [],
		loose: false,
		buildsPerMinute: 0,
		healthTimeoutMs: HEALTH_TIMEOUT_MS,
		now: () => new Date(),
		onError: printError,
		...options,
	};
}

interface Parts extends PlatformParts {
	serving: Serving;
	onError: ( error: unknown ) => void;
}

function makeParts(
	settings: Settings,
	folders: Folders,
	store: Store,
	baseUrl: () => string
): Parts {
	const { now, loose, allowHosts, healthTimeoutMs, onError } = settings;
	const serving = new Serving( { store, folders, healthTimeoutMs } );
	const edges = new Edges( {
		store,
		serving,
		firstPort: () => settings.edgeFirstPort,
		allowHosts,
	} );
	const queue = new BuildQueue( store, settings.buildsPerMinute, now );
	const builder = new Builder( {
		store,
		folders,
		queue,
		serving,
		now,
		healthTimeoutMs,
		onLive: ( environmentId, generation ) =>
			edges.edge( environmentId )?.cache.purge( generation ),
		onError,
	} );
	return {
		store,
		folders,
		catalog: new Catalog( { store, folders, edges, loose, now } ),
		webhooks: new Webhooks( store, baseUrl, now ),
		queue,
		builder,
		edges,
		serving,
		now,
		onError,
	};
}

/**
 * Makes the accounts and installs that the settings name.
 *
 * @param settings The settings.
 * @param catalog  Where they are made.
 */
async function seed( settings: Settings, catalog: Catalog ): Promise< void > {
	const known = catalog.accounts().map( ( { name } ) => name );
	for ( const name of new Set( settings.accounts ) ) {
		if ( ! known.includes( name ) ) {
			await catalog.createAccount( name );
		}
	}
	for ( const [ name, url ] of Object.entries( settings.wordpress ) ) {
		await catalog.saveInstall( { name, url } );
	}
}

async function listen( app: TypedApp, port: number ): Promise< number > {
	try {
		await app.listen( { host: '127.0.0.1', port } );
	} catch ( error ) {
		const reason =
			systemCode( error ) === 'EADDRINUSE'
				? 'another program uses it'
				: wordsOf( error );
		throw new StartError(
			'port-in-use',
			`Port ${ port } on 127.0.0.1 cannot be used: ${ reason }. Choose another one.`,
			error
		);
	}
	const address = app.server.address();
	return typeof address === 'object' && address ? address.port : port;
}

async function openEdges( parts: Parts ): Promise< void > {
	const { store, edges } = parts;
	for ( const environment of store.environments.all() ) {
		const port = await edges.open( environment );
		if ( port !== environment.edgePort ) {
			await store.write( () =>
				store.environments.setEdgePort( environment.id, port )
			);
		}
	}
}

/** What has to be undone when the platform ends, or when it cannot start; the last first. */
class Undo {
	readonly #steps: ( () => unknown )[] = [];

	add( step: () => unknown ): void {
		this.#steps.push( step );
	}

	async run(): Promise< void > {
		for ( const step of this.#steps.splice( 0 ).reverse() ) {
			await step();
		}
	}
}

interface Address {
	port: number;
}

async function openAddress(
	settings: Settings,
	parts: Parts,
	sessions: Sessions,
	address: Address,
	undo: Undo
): Promise< void > {
	const app = await createApp( {
		hosting: new LocalHosting( parts ),
		uploadFolder: parts.folders.temporary,
		sessions,
		port: () => address.port,
		allowHosts: settings.allowHosts,
		now: settings.now,
		onError: settings.onError,
	} );
	undo.add( () => app.close() );
	address.port = await listen( app, settings.port );
}

async function start( settings: Settings, undo: Undo ): Promise< Platform > {
	const folders = new Folders( settings.dataFolder );
	const lock: FolderLock = lockFolder( folders.root );
	undo.add( () => lock.release() );
	const store = openStore( folders.root );
	undo.add( () => store.close() );
	const address: Address = { port: settings.port };
	const baseUrl = () => `http://127.0.0.1:${ address.port }`;
	const parts = makeParts( settings, folders, store, baseUrl );
	undo.add( () => parts.serving.close() );
	undo.add( () => parts.builder.close() );
	undo.add( () => parts.edges.close() );
	await seed( settings, parts.catalog );
	// Before anybody can upload: what is on its way then must not be taken for what a crash left.
	await reconcile( parts );
	const sessions = new Sessions( settings );
	await openAddress( settings, parts, sessions, address, undo );
	const since = settings.now().toISOString();
	lock.describe( { pid: process.pid, url: baseUrl(), since } );
	await openEdges( parts );
	await resume( parts );
	return {
		url: baseUrl(),
		portalLink: () => baseUrl() + sessions.createLink(),
		hosting: new LocalHosting( parts ),
		idle: () => parts.builder.idle(),
		close: () => undo.run(),
	};
}

/**
 * Starts the platform.
 *
 * @param options Where and for whom.
 * @return The running platform, when everything that was live is live again.
 * @throws StartError with what to do; nothing is left running then.
 */
export async function startPlatform(
	options: PlatformOptions
): Promise< Platform > {
	const undo = new Undo();
	try {
		return await start( withDefaults( options ), undo );
	} catch ( error ) {
		await undo.run();
		throw error;
	}
}
