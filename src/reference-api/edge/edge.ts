/**
 * The CDN in front of one environment: answers from its cache, else asks the application.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { hostsOf, isAllowedHost } from '../lib/request-host.ts';
import type { Traffic } from '../model/usage.ts';
import { BodyMemory } from './body-memory.ts';
import { EdgeCache } from './cache.ts';
import { hitStatus } from './cache-status.ts';
import type { StoredResponse } from './stored-response.ts';
import { Forwarder, mayReceive } from './forwarder.ts';
import { sendStored } from './stored-response-sender.ts';
import type { Visit } from './stored-response-sender.ts';
import { findBypass } from './bypass.ts';
import type { Bypass } from './bypass.ts';
import { BypassForwarder } from './bypass-forwarder.ts';
import {
	NOTHING_DEPLOYED,
	NOT_A_PATH,
	NOT_RUNNING,
	errorPageFor,
	sendErrorPage,
	wrongHostPage,
} from './error-page.ts';
import type { Upstream } from './origin-request.ts';
import type { CacheReport } from '../model/cache-report.ts';
import { ConnectionLimit } from './connection-limit.ts';
import type { ConnectionLimitOptions } from './connection-limit.ts';
import { DelayedCall } from '../lib/delayed-call.ts';
import { Statistics } from './statistics.ts';
import { TrafficMeter } from './traffic-meter.ts';
import { WebSocketTunnels, responseOn } from './websocket-tunnel.ts';

const MIB = 1024 * 1024;
/** What is on its way to and from visitors, beside the cache. */
export const MAX_BODY_MEMORY_BYTES = 64 * MIB;
const MAX_REQUESTS = 512;
const CHANGE_DELAY_MS = 1000;
/** Clocks are set back by some milliseconds all the time. */
const MAX_STEP_BACK_MS = 1000;

export interface EdgeOptions {
	generation: number;
	/** The edge's own host name and port, known once it listens. */
	host: () => string;
	allowHosts: readonly string[];
	application: () => Upstream | null;
	hasRelease: () => Promise< boolean >;
	/**
	 * Memory for the cache.
	 *
	 * @default 64 MiB
	 */
	maxBytes?: number;
	now?: () => Date;
	/**
	 * How many requests the application works on at a time.
	 *
	 * @default 512
	 */
	maxRequests?: number;
	/** Waits until a request that found no place among those is refused. */
	waitForConnection?: ConnectionLimitOptions[ 'wait' ];
	/** Called at most once a second after the statistics changed. */
	onChange?: () => void;
}

/** One environment's edge. */
export class Edge {
	readonly #cache: EdgeCache;
	readonly #options: EdgeOptions;
	readonly #statistics: Statistics;
	readonly #traffic = new TrafficMeter();
	readonly #memory = new BodyMemory( MAX_BODY_MEMORY_BYTES );
	readonly #forwarder: Forwarder;
	readonly #bypassForwarder: BypassForwarder;
	readonly #tunnels: WebSocketTunnels;
	readonly #changed: DelayedCall;
	readonly #now: () => number;
	/** The time that was read last. */
	#last = 0;
	/** The last host name that was found to be ours, as it was written, and as it is known. */
	#host = { written: '', known: '' };

	constructor( options: EdgeOptions ) {
		const { generation, maxBytes = 64 * MIB, application } = options;
		const clock = options.now ?? ( () => new Date() );
		this.#options = options;
		this.#now = () => this.#watch( clock().getTime() );
		this.#cache = new EdgeCache( generation, maxBytes );
		this.#changed = new DelayedCall(
			options.onChange ?? ( () => {} ),
			CHANGE_DELAY_MS
		);
		this.#statistics = new Statistics( () => this.#changed.schedule() );
		const parts = {
			cache: this.#cache,
			statistics: this.#statistics,
			traffic: this.#traffic,
			connections: new ConnectionLimit( {
				count: options.maxRequests ?? MAX_REQUESTS,
				...( options.waitForConnection
					? { wait: options.waitForConnection }
					: {} ),
			} ),
			memory: this.#memory,
			application,
			noApplication: ( visit: Pick< Visit, 'response' > ) =>
				this.#sendNotRunning( visit.response ),
			now: this.#now,
		};
		this.#forwarder = new Forwarder( parts );
		this.#bypassForwarder = new BypassForwarder( parts );
		this.#tunnels = new WebSocketTunnels( parts );
	}

	/**
	 * Purges the cache when the clock was set back, because the age of the responses is unknown then.
	 *
	 * @param now The time in milliseconds.
	 */
	#watch( now: number ): number {
		if ( now < this.#last - MAX_STEP_BACK_MS ) {
			this.#cache.purge( this.#cache.generation );
		}
		this.#last = now;
		return now;
	}

	/** Returns a request; never throws. */
	handle( request: IncomingMessage, response: ServerResponse ): void {
		const key = this.#keyOf( request, response );
		if ( key === null ) {
			return;
		}
		const now = this.#now();
		this.#traffic.request( request, now );
		const passing = findBypass( request );
		if (
			passing === null &&
			this.#sendStored( request, response, key, now )
		) {
			return;
		}
		void this.#forward( request, response, key, passing );
	}

	/** Returns the cache key of a request, or the error page for a wrong host or an invalid path. */
	#keyOf(
		request: IncomingMessage,
		response: ServerResponse
	): string | null {
		const { host, allowHosts } = this.#options;
		const { headers, url = '' } = request;
		const written = headers.host ?? '';
		const areOwn = hostsOf( request ).every(
			( name ) =>
				( name !== '' && name === this.#host.written ) ||
				isAllowedHost( name, host(), allowHosts )
		);
		if ( written === '' || ! areOwn ) {
			sendErrorPage( response, wrongHostPage( host() ) );
			return null;
		}
		if ( written !== this.#host.written ) {
			this.#host = { written, known: written.toLowerCase() };
		}
		if ( ! url.startsWith( '/' ) ) {
			sendErrorPage( response, NOT_A_PATH );
			return null;
		}
		// Host names know no case; applications and the cache do.
		headers.host = this.#host.known;
		return headers.host === host() ? url : headers.host + url;
	}

	#sendStored(
		request: IncomingMessage,
		response: ServerResponse,
		key: string,
		now: number
	): boolean {
		const entry = this.#cache.find( key, request.headers, now );
		if ( entry === undefined || ! mayReceive( request, entry ) ) {
			return false;
		}
		try {
			return this.#sendEntry( request, response, key, entry, now );
		} catch ( error ) {
			// node:http refuses the headers that the application gave it.
			this.#cache.invalidate( key );
			sendErrorPage( response, errorPageFor( error ) );
			return true;
		}
	}

	#sendEntry(
		request: IncomingMessage,
		response: ServerResponse,
		key: string,
		entry: StoredResponse,
		now: number
	): boolean {
		const ttl = entry.ttl( now );
		if ( ttl > 0 ) {
			this.#traffic.sent(
				sendStored( { request, response }, entry, now, this.#memory )
			);
		} else if ( entry.mayBeStale( now ) ) {
			const note = { label: 'STALE', status: hitStatus( ttl ) } as const;
			this.#traffic.sent(
				sendStored(
					{ request, response },
					entry,
					now,
					this.#memory,
					note
				)
			);
			this.#forwarder.refresh( { request, key }, entry );
		} else {
			return false;
		}
		this.#statistics.countHit( now );
		return true;
	}

	async #forward(
		request: IncomingMessage,
		response: ServerResponse,
		key: string,
		passing: Bypass | null
	): Promise< void > {
		const gone = new AbortController();
		response.on( 'close', () => gone.abort() );
		const visit = { request, response, key, signal: gone.signal };
		try {
			if ( passing !== null || request.method === 'HEAD' ) {
				await this.#bypassForwarder.forward( visit, passing );
			} else {
				await this.#forwarder.miss( visit );
			}
		} catch ( error ) {
			if ( ! gone.signal.aborted ) {
				sendErrorPage( response, errorPageFor( error ) );
			}
		}
	}

	async #sendNotRunning( response: ServerResponse ): Promise< void > {
		const hasRelease = await this.#options.hasRelease();
		sendErrorPage( response, hasRelease ? NOT_RUNNING : NOTHING_DEPLOYED );
	}

	/**
	 * Connects a visitor's WebSocket with the application; never throws.
	 *
	 * @param request The request that asks for it.
	 * @param head    What the visitor has sent already.
	 */
	upgrade( request: IncomingMessage, socket: Duplex, head: Buffer ): void {
		const response = responseOn( request, socket );
		if ( this.#keyOf( request, response ) !== null ) {
			this.#traffic.request( request, this.#now() );
			this.#tunnels
				.open( { request, response }, socket, head )
				.catch( () => socket.destroy() );
		}
	}

	/**
	 * Empties the cache.
	 *
	 * @param generation The generation that begins.
	 * @param by         Who or what did it, for people.
	 */
	purge( generation: number, by: string ): void {
		this.#cache.purge( generation );
		this.#forwarder.purged();
		this.#statistics.recordPurge( this.#now(), by );
	}

	/** Returns all but when the cache was purged last, which the store knows. */
	report(): Omit< CacheReport, 'purgedAt' > {
		return {
			...this.#statistics.report( this.#now() ),
			...this.#cache.figures,
			maxBytes: this.#cache.maxBytes,
		};
	}

	/** Returns what was counted for the usage record since it was taken last. */
	takeTraffic(): Traffic {
		return this.#traffic.take();
	}

	/** Ends what its servers do not end: WebSockets and timers. */
	close(): void {
		this.#changed.cancel();
		this.#tunnels.close();
	}
}
