/**
 * The edges of all environments, each on a port of its own.
 */
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { systemCode } from '../errors.ts';
import type { Serving } from '../builds/serving.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import type { Store } from '../store/store.ts';
import { Edge } from './edge.ts';

const MAX_TRIES = 1000;
const TAKEN = [ 'EADDRINUSE', 'EACCES' ];
const NO_IPV6 = [ 'EADDRNOTAVAIL', 'EAFNOSUPPORT' ];

interface OpenEdge {
	edge: Edge;
	port: number;
	servers: Server[];
}

export interface EdgesOptions {
	store: Store;
	serving: Serving;
	/** Where the search for a new edge's port begins; 0 = any free port. */
	firstPort: () => number;
	allowHosts: readonly string[];
}

function listen(
	listener: RequestListener,
	host: string,
	port: number
): Promise< Server > {
	return new Promise( ( resolve, reject ) => {
		const server = createServer( { requestTimeout: 0 }, listener );
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

function close( server: Server ): Promise< void > {
	return new Promise( ( resolve ) => {
		server.close( () => resolve() );
		server.closeAllConnections();
	} );
}

/**
 * A port is taken when either family has it, for browsers choose the family.
 *
 * @param listener What answers requests.
 * @param port     The port.
 */
async function listenOnBoth(
	listener: RequestListener,
	port: number
): Promise< Server[] > {
	const ipv4 = await listen( listener, '127.0.0.1', port );
	try {
		return [ ipv4, await listen( listener, '::1', portOf( ipv4 ) ) ];
	} catch ( error ) {
		if ( NO_IPV6.includes( systemCode( error ) ) ) {
			return [ ipv4 ];
		}
		await close( ipv4 );
		throw error;
	}
}

/** Opens, finds and closes the edges. */
export class Edges {
	readonly #options: EdgesOptions;
	readonly #open = new Map< string, OpenEdge >();
	#turn: Promise< unknown > = Promise.resolve();

	constructor( options: EdgesOptions ) {
		this.#options = options;
	}

	/**
	 * Opens an environment's edge on its port, or on the next one that is free.
	 *
	 * @param environment The environment; `edgePort` 0 means that it has none yet.
	 * @return The port.
	 */
	open(
		environment: Pick<
			StoredEnvironment,
			'id' | 'edgePort' | 'cacheGeneration'
		>
	): Promise< number > {
		// One after the other, so that two new edges do not want the same port.
		const opened = this.#turn.then( () => this.#openNow( environment ) );
		this.#turn = opened.catch( () => {} );
		return opened;
	}

	async #openNow(
		environment: Pick<
			StoredEnvironment,
			'id' | 'edgePort' | 'cacheGeneration'
		>
	): Promise< number > {
		const { serving, store, allowHosts, firstPort } = this.#options;
		const { id } = environment;
		let port = 0;
		const edge = new Edge( {
			generation: environment.cacheGeneration,
			host: () => `localhost:${ port }`,
			allowHosts,
			application: () => serving.application( id ),
			hasRelease: () => store.builds.only( id, 'live' ) !== null,
		} );
		const servers = await this.#findPort(
			id,
			environment.edgePort || firstPort(),
			( request, response ) => void edge.handle( request, response )
		);
		port = servers[ 0 ] ? portOf( servers[ 0 ] ) : 0;
		this.#open.set( id, { edge, port, servers } );
		return port;
	}

	async #findPort(
		environmentId: string,
		wanted: number,
		listener: RequestListener
	): Promise< Server[] > {
		const others = this.#options.store.environments
			.all()
			.filter( ( { id } ) => id !== environmentId )
			.map( ( { edgePort } ) => edgePort );
		for ( let step = 0; step < MAX_TRIES; step++ ) {
			const port = wanted === 0 ? 0 : wanted + step;
			if ( port !== 0 && others.includes( port ) ) {
				continue;
			}
			try {
				return await listenOnBoth( listener, port );
			} catch ( error ) {
				if ( ! TAKEN.includes( systemCode( error ) ) ) {
					throw error;
				}
			}
		}
		throw new Error(
			`No free port was found for the environment’s address, from ${ wanted } on.`
		);
	}

	/**
	 * Answers an environment's edge, or undefined.
	 *
	 * @param environmentId Id of the environment.
	 */
	edge( environmentId: string ): Edge | undefined {
		return this.#open.get( environmentId )?.edge;
	}

	/**
	 * Answers the port that an environment's edge listens on, or 0.
	 *
	 * @param environmentId Id of the environment.
	 */
	port( environmentId: string ): number {
		return this.#open.get( environmentId )?.port ?? 0;
	}

	/** Closes all edges. */
	async close(): Promise< void > {
		await this.#turn;
		await Promise.all(
			[ ...this.#open.values() ].flatMap( ( { servers } ) =>
				servers.map( close )
			)
		);
		this.#open.clear();
	}
}
