import { Users } from '../access/users.ts';
import { Builder } from '../builds/builder.ts';
import { Builds } from '../builds/builds.ts';
import { BuildQueue } from '../builds/queue.ts';
import { LiveReleases } from '../builds/live-releases.ts';
import { Catalog } from '../apps/catalog.ts';
import type { ChangeEmitter } from '../lib/change-emitter.ts';
import { EdgeServers } from '../edge/edge-servers.ts';
import { EnvironmentSettings } from '../apps/environment-settings.ts';
import type { Folders } from '../store/folders.ts';
import { Sessions } from '../access/sessions.ts';
import { Installs } from '../apps/installs.ts';
import { Deletion } from '../apps/deletion.ts';
import type { Store } from '../store/store.ts';
import { Triggers } from '../webhooks/triggers.ts';
import { Usage } from '../usage/usage.ts';
import { WebhookSets } from '../webhooks/webhook-sets.ts';
import type { PlatformConfig } from './options.ts';
import type { Limits } from '../lib/limits.ts';

export interface Services {
	store: Store;
	folders: Folders;
	changes: ChangeEmitter;
	catalog: Catalog;
	installs: Installs;
	users: Users;
	usage: Usage;
	environmentSettings: EnvironmentSettings;
	webhooks: WebhookSets;
	triggers: Triggers;
	deletion: Deletion;
	queue: BuildQueue;
	builds: Builds;
	builder: Builder;
	liveReleases: LiveReleases;
	edges: EdgeServers;
	limits: Limits;
	now: () => Date;
	sessions: Sessions;
	/** Receives internal errors. */
	onError: ( error: unknown ) => void;
}

/** The services that a program can use after it started the platform. */
export type PublicServices = Pick<
	Services,
	| 'catalog'
	| 'installs'
	| 'users'
	| 'usage'
	| 'environmentSettings'
	| 'webhooks'
	| 'triggers'
	| 'deletion'
	| 'builds'
	| 'edges'
	| 'liveReleases'
	| 'changes'
>;

/** Creates the services without starting anything. */
export function createServices(
	config: PlatformConfig,
	folders: Folders,
	store: Store,
	changes: ChangeEmitter,
	baseUrl: () => string
): Services {
	const { now, loose, allowHosts, limits, onError } = config;
	const liveReleases = new LiveReleases( {
		store,
		folders,
		limits,
		changes,
		now,
	} );
	const edges = new EdgeServers( {
		store,
		liveReleases,
		firstPort: () => config.edgeFirstPort,
		reservedPorts: config.reservedPorts,
		allowHosts,
		limits,
		now,
		onChange: ( environmentId ) =>
			changes.emit( { topic: 'cache', environmentId } ),
	} );
	const queue = new BuildQueue( limits.buildsPerMinute, now );
	const builder = new Builder( {
		store,
		folders,
		queue,
		liveReleases,
		limits,
		changes,
		now,
		onLive: ( { environmentId, number }, generation ) => {
			if ( generation !== null ) {
				const edge = edges.edge( environmentId );
				edge?.purge( generation, `with build ${ number }` );
			}
		},
		onError,
	} );
	const installs = new Installs( store, loose );
	const sessions = new Sessions( now );
	const builds = new Builds( { store, folders, queue, builder, limits } );
	const webhooks = new WebhookSets( store, baseUrl, now );
	return {
		store,
		folders,
		limits,
		changes,
		catalog: new Catalog( { store, folders, edges, installs, loose, now } ),
		installs,
		sessions,
		users: new Users( {
			store,
			now,
			signOut: ( id ) => sessions.endOf( id ),
			cost: config.passwordCost,
		} ),
		usage: new Usage( {
			store,
			folders,
			installFolders: config.installFolders,
			limits,
			takeTraffic: () => edges.takeTraffic(),
			now,
			onError,
		} ),
		environmentSettings: new EnvironmentSettings( store, installs, now ),
		webhooks,
		triggers: new Triggers( { store, builds, edges, webhooks, now } ),
		deletion: new Deletion( {
			store,
			folders,
			builder,
			liveReleases,
			edges,
		} ),
		queue,
		builder,
		builds,
		edges,
		liveReleases,
		now,
		onError,
	};
}
