/** The CDN in front of one environment: responds from its cache, or forwards requests to the application. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { hostsOf, isAllowedHost } from '../lib/request-host.ts';
import type { Traffic } from '../model/usage.ts';
import { BodyMemory } from './body-memory.ts';
import { EdgeCache } from './cache.ts';
import { hitStatus } from './cache-status.ts';
import type { StoredResponse } from './stored-response.ts';
import { CacheForwarder, mayReceive } from './cache-forwarder.ts';
import { sendStored } from './stored-response-sender.ts';
import type { Visit } from './stored-response-sender.ts';
import { BYTE_RANGE, findBypass } from './bypass.ts';
import type { Bypass } from './bypass.ts';
import {
	findOnlyIfCached,
	findRejection,
	parseAbsoluteTarget,
} from './request-check.ts';
import { BypassForwarder } from './bypass-forwarder.ts';
import {
	DOWN,
	INVALID_TARGET,
	NOTHING_DEPLOYED,
	STARTING,
	errorPageFor,
	sendErrorPage,
	wrongHostPage,
} from './error-page.ts';
import type { ErrorPage } from './error-page.ts';
import { NoApplication } from './origin-request.ts';
import type { Upstream } from './origin-request.ts';
import type { CacheGroupList, CacheReport } from '../model/cache-report.ts';
import { ConnectionLimit } from './connection-limit.ts';
import type { ConnectionLimitOptions } from './connection-limit.ts';
import { DelayedCall } from '../lib/delayed-call.ts';
import { Statistics } from './statistics.ts';
import { TrafficMeter } from './traffic-meter.ts';
import { WebSocketTunnels, responseOn } from './websocket-tunnel.ts';

const MIB = 1024 * 1024;
/** Memory for bodies in transfer, in addition to the cache. */
export const MAX_BODY_MEMORY_BYTES = 64 * MIB;
const MAX_REQUESTS = 512;
const MAX_LISTED_GROUPS = 20;
const CHANGE_DELAY_MS = 1000;
/** Time synchronization often sets clocks back by some milliseconds. */
const CLOCK_TOLERANCE_MS = 1000;

export interface EdgeOptions {
	generation: number;
	/** The edge's host name and port, known once it listens. */
	host: () => string;
	allowHosts: readonly string[];
	application: () => Upstream | null;
	/** Whether the application has ended; while it is null and has not, it is starting. */
	isDown: () => boolean;
	/**
	 * Returns the page for an application that cannot run because its code is missing, otherwise null.
	 *
	 * @default its code is there
	 */
	missingCode?: () => ErrorPage | null;
	hasRelease: () => Promise< boolean >;
	/**
	 * Limit of the cache in bytes.
	 *
	 * @default 64 MiB
	 */
	maxBytes?: number;
	now?: () => Date;
	/**
	 * Concurrent requests to the application.
	 *
	 * @default 512
	 */
	maxRequests?: number;
	/** Resolves when a request that waits for a connection is rejected. */
	waitForConnection?: ConnectionLimitOptions[ 'wait' ];
	/** Called at most once a second after the statistics changed. */
	onChange?: () => void;
}

export class Edge {
	readonly #cache: EdgeCache;
	readonly #options: EdgeOptions;
	readonly #statistics: Statistics;
	readonly #traffic = new TrafficMeter();
	readonly #memory = new BodyMemory( MAX_BODY_MEMORY_BYTES );
	readonly #forwarder: CacheForwarder;
	readonly #bypassForwarder: BypassForwarder;
	readonly #tunnels: WebSocketTunnels;
	readonly #changed: DelayedCall;
	readonly #now: () => number;
	/** The last reading of the clock. */
	#lastTime = 0;
	/** The last `Host` header that was allowed. Most requests repeat it, which saves the check. */
	#lastHost = { header: '', lowerCase: '' };

	constructor( options: EdgeOptions ) {
		const { generation, maxBytes = 64 * MIB, application } = options;
		const clock = options.now ?? ( () => new Date() );
		this.#options = options;
		this.#now = () => this.#checkClock( clock().getTime() );
		this.#cache = new EdgeCache( generation, maxBytes );
		this.#changed = new DelayedCall(
			options.onChange ?? ( () => {} ),
			CHANGE_DELAY_MS
		);
		this.#statistics = new Statistics( () => this.#changed.schedule() );
		const services = {
			cache: this.#cache,
			statistics: this.#statistics,
			traffic: this.#traffic,
			connections: new ConnectionLimit( {
				maxConcurrent: options.maxRequests ?? MAX_REQUESTS,
				...( options.waitForConnection
					? { wait: options.waitForConnection }
					: {} ),
			} ),
			memory: this.#memory,
			application,
			sendNoApplicationPage: ( visit: Pick< Visit, 'response' > ) =>
				this.#sendNotRunning( visit.response ),
			invalidateGroups: ( names: readonly string[], by: string ) =>
				this.invalidateGroups( names, by ),
			now: this.#now,
		};
		this.#forwarder = new CacheForwarder( services );
		this.#bypassForwarder = new BypassForwarder( services );
		this.#tunnels = new WebSocketTunnels( services );
	}

	/** Purges the cache if the clock was set back, because the age of the stored responses is then unknown. */
	#checkClock( now: number ): number {
		if ( now < this.#lastTime - CLOCK_TOLERANCE_MS ) {
			this.#cache.purge( this.#cache.generation );
		}
		this.#lastTime = now;
		return now;
	}

	/** Responds to a request. Never throws. */
	handle( request: IncomingMessage, response: ServerResponse ): void {
		const key = this.#keyOf( request, response );
		if ( key === null ) {
			return;
		}
		const now = this.#now();
		this.#traffic.request( request, now );
		const bypass = findBypass( request );
		if (
			( bypass === null || bypass === BYTE_RANGE ) &&
			this.#sendStored( request, response, key, now )
		) {
			return;
		}
		const page = findOnlyIfCached( request );
		if ( page ) {
			sendErrorPage( response, page );
			return;
		}
		void this.#forward( request, response, key, bypass );
	}

	/** Returns the cache key, or null after sending an error page for a request that is not forwarded. */
	#keyOf(
		request: IncomingMessage,
		response: ServerResponse
	): string | null {
		const { host, allowHosts } = this.#options;
		const { headers, url = '' } = request;
		const target = url.startsWith( '/' )
			? null
			: parseAbsoluteTarget( url );
		// The host of the target replaces that of the header (RFC 9112, section 3.2.2).
		const header = target?.host ?? headers.host ?? '';
		const areAllowed = hostsOf( request ).every(
			( name ) =>
				( name !== '' && name === this.#lastHost.header ) ||
				isAllowedHost( name, host(), allowHosts )
		);
		if ( header === '' || ! areAllowed ) {
			sendErrorPage( response, wrongHostPage( host() ) );
			return null;
		}
		if ( header !== this.#lastHost.header ) {
			this.#lastHost = { header, lowerCase: header.toLowerCase() };
		}
		const path = target?.path ?? url;
		const rejection = path.startsWith( '/' )
			? findRejection( request )
			: INVALID_TARGET;
		if ( rejection ) {
			sendErrorPage( response, rejection );
			return null;
		}
		request.url = path;
		// Host names are case-insensitive, but cache keys and many applications are not.
		headers.host = this.#lastHost.lowerCase;
		return headers.host === host() ? path : headers.host + path;
	}

	#sendStored(
		request: IncomingMessage,
		response: ServerResponse,
		key: string,
		now: number
	): boolean {
		const stored = this.#cache.find( key, request.headers, now );
		if ( stored === undefined || ! mayReceive( request, stored ) ) {
			return false;
		}
		try {
			return this.#sendIfAllowed( request, response, key, stored, now );
		} catch ( error ) {
			// node:http rejects some headers that the application sent, for example with control characters.
			this.#cache.invalidate( key );
			sendErrorPage( response, errorPageFor( error ) );
			return true;
		}
	}

	/** Sends a stored response if it is fresh or `stale-while-revalidate` allows it. */
	#sendIfAllowed(
		request: IncomingMessage,
		response: ServerResponse,
		key: string,
		stored: StoredResponse,
		now: number
	): boolean {
		const ttl = stored.ttl( now );
		if ( ttl > 0 ) {
			this.#traffic.sent(
				sendStored( { request, response }, stored, now, this.#memory )
			);
		} else if ( stored.allowsStaleWhileRevalidate( now ) ) {
			const cacheHeaders = {
				label: 'STALE',
				status: hitStatus( ttl ),
			} as const;
			this.#traffic.sent(
				sendStored(
					{ request, response },
					stored,
					now,
					this.#memory,
					cacheHeaders
				)
			);
			this.#forwarder.revalidate( { request, key }, stored );
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
		bypass: Bypass | null
	): Promise< void > {
		const disconnected = new AbortController();
		response.on( 'close', () => disconnected.abort() );
		const visit = { request, response, key, signal: disconnected.signal };
		try {
			if ( bypass !== null || request.method === 'HEAD' ) {
				await this.#bypassForwarder.forward( visit, bypass );
			} else {
				await this.#forwarder.forwardMiss( visit );
			}
		} catch ( error ) {
			if ( disconnected.signal.aborted ) {
				return;
			}
			if ( error instanceof NoApplication ) {
				await this.#sendNotRunning( response );
			} else {
				sendErrorPage( response, errorPageFor( error ) );
			}
		}
	}

	async #sendNotRunning( response: ServerResponse ): Promise< void > {
		const { hasRelease, isDown, missingCode } = this.#options;
		const missing = missingCode?.() ?? null;
		const page = isDown() ? DOWN : STARTING;
		sendErrorPage(
			response,
			( await hasRelease() ) ? ( missing ?? page ) : NOTHING_DEPLOYED
		);
	}

	/**
	 * Forwards a WebSocket handshake. Never throws.
	 *
	 * @param head Bytes that the visitor sent after the handshake.
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

	/** @param by The cause, shown to users. */
	purge( generation: number, by: string ): void {
		const { entries } = this.#cache.size;
		this.#cache.purge( generation );
		this.#forwarder.forgetUncacheableUrls();
		this.#statistics.recordPurge( this.#now(), by, entries );
	}

	/**
	 * Invalidates cache groups (RFC 9875).
	 *
	 * @param by The cause, shown to users.
	 */
	invalidateGroups( names: readonly string[], by: string ): void {
		const groups = this.#cache.invalidateGroups( names );
		this.#statistics.recordInvalidation( this.#now(), by, groups );
	}

	/** Lists the largest cache groups whose names contain the filter. */
	listGroups( filter: string ): CacheGroupList {
		return this.#cache.listGroups( filter, MAX_LISTED_GROUPS );
	}

	/** Without the time of the last purge, which is in the store. */
	report(): Omit< CacheReport, 'purgedAt' > {
		return {
			...this.#statistics.report( this.#now() ),
			...this.#cache.size,
			maxBytes: this.#cache.maxBytes,
		};
	}

	/** Returns the traffic since the last call. */
	takeTraffic(): Traffic {
		return this.#traffic.take();
	}

	/** Closes what `server.close()` does not: WebSockets and timers. */
	close(): void {
		this.#changed.cancel();
		this.#tunnels.close();
	}
}
