/** The edges of all environments, each on its own port. */
import type { Server } from 'node:http';
import { systemCode } from '../lib/errors.ts';
import type { LiveReleases } from '../builds/live-releases.ts';
import { missingCode } from '../builds/missing-code.ts';
import { HostingError } from '../model/hosting.ts';
import type { Limits } from '../lib/limits.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import type { Store } from '../store/store.ts';
import type { Traffic } from '../model/usage.ts';
import { Edge } from './edge.ts';
import { createEdgeServer } from './edge-server.ts';
import { DOWN } from './error-page.ts';
import type { CacheGroupList, CacheReport } from '../model/cache-report.ts';

const MAX_PORT_ATTEMPTS = 1000;
/** How long a stopping platform waits for open responses. */
const SHUTDOWN_GRACE_MS = 3000;
const PORT_IN_USE = [ 'EADDRINUSE', 'EACCES' ];
const NO_EDGE = 'This environment does not exist.';
const NO_IPV6 = [ 'EADDRNOTAVAIL', 'EAFNOSUPPORT' ];

interface OpenEdge {
	edge: Edge;
	port: number;
	servers: Server[];
}

export interface EdgeServersOptions {
	store: Store;
	liveReleases: LiveReleases;
	/** The first port to try for a new edge; 0 = any free port. */
	firstPort: () => number;
	/** Ports of other programs, which no edge opens. */
	reservedPorts: readonly number[];
	allowHosts: readonly string[];
	limits: Pick< Limits, 'cacheBytes' | 'requestsPerEnvironment' >;
	now: () => Date;
	/** Called at most once a second after the statistics of an environment changed. */
	onChange: ( environmentId: string ) => void;
}

function listen( edge: Edge, host: string, port: number ): Promise< Server > {
	return new Promise( ( resolve, reject ) => {
		const server = createEdgeServer( edge );
		server.once( 'error', reject );
		server.listen( { host, port, ipv6Only: host === '::1' }, () =>
			resolve( server )
		);
	} );
}

function portOf( server: Server ): number {
	const address = server.address();
	return typeof address === 'object' && address ? address.port : 0;
}

/** Waits for open responses, at most `graceMs`. */
function close( server: Server, graceMs: number ): Promise< void > {
	return new Promise( ( resolve ) => {
		const timer = setTimeout( () => server.closeAllConnections(), graceMs );
		// Closes each connection after its response, instead of waiting for its next request.
		server.keepAliveTimeout = 1;
		server.keepAliveTimeoutBuffer = 0;
		server.close( () => {
			clearTimeout( timer );
			resolve();
		} );
	} );
}

/** Needs the port for IPv4 and IPv6, because browsers use either for `localhost`. */
async function listenOnBoth( edge: Edge, port: number ): Promise< Server[] > {
	const ipv4 = await listen( edge, '127.0.0.1', port );
	try {
		return [ ipv4, await listen( edge, '::1', portOf( ipv4 ) ) ];
	} catch ( error ) {
		if ( NO_IPV6.includes( systemCode( error ) ) ) {
			return [ ipv4 ];
		}
		await close( ipv4, 0 );
		throw error;
	}
}

async function closeEdge(
	{ edge, servers }: OpenEdge,
	graceMs: number
): Promise< void > {
	edge.close();
	await Promise.all( servers.map( ( server ) => close( server, graceMs ) ) );
}

export class EdgeServers {
	readonly #options: EdgeServersOptions;
	readonly #open = new Map< string, OpenEdge >();
	/** The ports of all environments, by id, also of those whose edge does not listen. */
	readonly #ports = new Map< string, number >();
	#pendingOpen: Promise< unknown > = Promise.resolve();
	#onHosts: ( hosts: string[] ) => void = () => {};

	constructor( options: EdgeServersOptions ) {
		this.#options = options;
	}

	/** Keeps the ports of existing environments from new ones, until their edges are open. */
	reserve(
		environments: readonly Pick< StoredEnvironment, 'id' | 'edgePort' >[]
	): void {
		environments.forEach( ( { id, edgePort } ) =>
			this.#ports.set( id, edgePort )
		);
	}

	/**
	 * Opens an environment's edge on its port, or on the next free one.
	 *
	 * @param environment `edgePort` is 0 if it has no port yet.
	 */
	open(
		environment: Pick<
			StoredEnvironment,
			'id' | 'edgePort' | 'cacheGeneration'
		>
	): Promise< number > {
		// Sequentially, so that two new edges do not try the same port.
		const opened = this.#pendingOpen.then( () =>
			this.#openNow( environment )
		);
		this.#pendingOpen = opened.catch( () => {} );
		return opened;
	}

	async #openNow(
		environment: Pick<
			StoredEnvironment,
			'id' | 'edgePort' | 'cacheGeneration'
		>
	): Promise< number > {
		const { liveReleases, store, allowHosts, firstPort, limits } =
			this.#options;
		const { id } = environment;
		let port = 0;
		const edge = new Edge( {
			generation: environment.cacheGeneration,
			host: () => `localhost:${ port }`,
			allowHosts,
			application: () => liveReleases.application( id ),
			isDown: () => liveReleases.status( id )?.state === 'down',
			missingCode: () => {
				const build = liveReleases.missingOf( id );
				return build && { ...DOWN, text: missingCode( build.number ) };
			},
			hasRelease: async () =>
				( await store.builds.findInState( id, 'live' ) ) !== null,
			maxBytes: limits.cacheBytes,
			maxRequests: limits.requestsPerEnvironment,
			now: this.#options.now,
			onChange: () => this.#options.onChange( id ),
		} );
		const servers = await this.#findPort(
			id,
			environment.edgePort || firstPort(),
			edge
		);
		port = servers[ 0 ] ? portOf( servers[ 0 ] ) : 0;
		this.#open.set( id, { edge, port, servers } );
		this.#ports.set( id, port );
		this.#onHosts( this.#hosts() );
		return port;
	}

	#hosts(): string[] {
		return [ ...this.#open.values() ].map(
			( { port } ) => `localhost:${ port }`
		);
	}

	/**
	 * Reports the hosts of all open edges, now and after each change.
	 *
	 * @param listener Receives them as `host:port`.
	 */
	watchHosts( listener: ( hosts: string[] ) => void ): void {
		this.#onHosts = listener;
		listener( this.#hosts() );
	}

	async #findPort(
		environmentId: string,
		firstPort: number,
		edge: Edge
	): Promise< Server[] > {
		const others = [ ...this.#ports ]
			.filter( ( [ id ] ) => id !== environmentId )
			.map( ( [ , port ] ) => port );
		const skipped = new Set( [
			...others,
			...this.#options.reservedPorts,
		] );
		for ( let step = 0; step < MAX_PORT_ATTEMPTS; step++ ) {
			const port = firstPort === 0 ? 0 : firstPort + step;
			if ( port !== 0 && skipped.has( port ) ) {
				continue;
			}
			try {
				return await listenOnBoth( edge, port );
			} catch ( error ) {
				if ( ! PORT_IN_USE.includes( systemCode( error ) ) ) {
					throw error;
				}
			}
		}
		throw new Error(
			`There is no free port for the environment from port ${ firstPort } up.`
		);
	}

	edge( environmentId: string ): Edge | undefined {
		return this.#open.get( environmentId )?.edge;
	}

	/** Returns 0 if the environment's edge does not listen. */
	port( environmentId: string ): number {
		return this.#open.get( environmentId )?.port ?? 0;
	}

	/** Counts all environments (`total`) and those whose edge listens (`open`). */
	get counts(): { total: number; open: number } {
		return { total: this.#ports.size, open: this.#open.size };
	}

	url( {
		id,
		edgePort,
	}: Pick< StoredEnvironment, 'id' | 'edgePort' > ): string {
		return `http://localhost:${ this.port( id ) || edgePort }`;
	}

	/** @throws HostingError 404 if the environment has no edge. */
	async report( environmentId: string ): Promise< CacheReport > {
		const open = this.#open.get( environmentId );
		const environment =
			await this.#options.store.environments.find( environmentId );
		if ( ! open || ! environment ) {
			throw new HostingError( 404, NO_EDGE );
		}
		return { ...open.edge.report(), purgedAt: environment.purgeTime };
	}

	/**
	 * Lists the largest cache groups whose names contain the filter.
	 *
	 * @throws HostingError 404 if the environment has no edge.
	 */
	listGroups( environmentId: string, filter: string ): CacheGroupList {
		return this.#find( environmentId ).listGroups( filter );
	}

	/** @throws HostingError 404 if the environment has no edge. */
	invalidateGroup( environmentId: string, name: string, by: string ): void {
		this.#find( environmentId ).invalidateGroups( [ name ], by );
	}

	#find( environmentId: string ): Edge {
		const edge = this.edge( environmentId );
		if ( ! edge ) {
			throw new HostingError( 404, NO_EDGE );
		}
		return edge;
	}

	/** Returns the traffic of each open edge since the last call, by environment id. */
	takeTraffic(): Map< string, Traffic > {
		return new Map(
			[ ...this.#open ].map( ( [ id, { edge } ] ) => [
				id,
				edge.takeTraffic(),
			] )
		);
	}

	async closeOne( environmentId: string ): Promise< void > {
		await this.#pendingOpen;
		const open = this.#open.get( environmentId );
		this.#open.delete( environmentId );
		this.#ports.delete( environmentId );
		if ( open ) {
			this.#onHosts( this.#hosts() );
			await closeEdge( open, 0 );
		}
	}

	/** Waits up to 3 seconds for open responses. */
	async close(): Promise< void > {
		await this.#pendingOpen;
		await Promise.all(
			[ ...this.#open.values() ].map( ( open ) =>
				closeEdge( open, SHUTDOWN_GRACE_MS )
			)
		);
		this.#open.clear();
	}
}
