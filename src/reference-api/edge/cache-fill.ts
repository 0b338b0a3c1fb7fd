import type { IncomingHttpHeaders } from 'node:http';
import type { EdgeCache, CacheTicket } from './cache.ts';
import {
	conditionsFor,
	weaklyMatches,
	withoutBodyHeaders,
} from './conditional-request.ts';
import { StoredResponse } from './stored-response.ts';
import { judgeCacheability } from './freshness.ts';
import type { Cacheability } from './freshness.ts';
import type {
	NewResponse,
	OriginOutcome,
	RevalidatedResponse,
	StorageDetails,
} from './origin-outcome.ts';
import { sendToOrigin, relevantVaryNames } from './origin-request.ts';
import type {
	OriginRequest,
	Upstream,
	OriginResponse,
} from './origin-request.ts';
import { countBytes, discard } from './body-relay.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import type { TrafficMeter } from './traffic-meter.ts';
import { variantOf, varyNames } from './vary.ts';

const MAX_STORED_BODY_BYTES = 8 * 1024 * 1024;
/** Statuses that `stale-if-error` covers (RFC 5861, section 4). */
const SERVER_ERRORS = [ 500, 502, 503, 504 ];

/** A request to the application whose response may be stored. */
export interface CacheFill {
	originRequest: OriginRequest;
	ticket: CacheTicket;
	/** The stale response to revalidate. */
	stored: StoredResponse | undefined;
	signal: AbortSignal;
}

export interface CacheFillsOptions {
	cache: EdgeCache;
	traffic: TrafficMeter;
	connections: Pick< ConnectionLimit, 'acquire' >;
	application: () => Upstream | null;
	now: () => number;
}

interface RequestTimes {
	requestTime: number;
	responseTime: number;
}

function hasAuthorization( { headers }: OriginRequest ): boolean {
	return headers.authorization !== undefined;
}

function withConditions(
	originRequest: OriginRequest,
	conditions: IncomingHttpHeaders
): OriginRequest {
	return {
		...originRequest,
		headers: { ...originRequest.headers, ...conditions },
	};
}

function hasSameTag(
	stored: StoredResponse,
	{ etag }: IncomingHttpHeaders
): boolean {
	const storedTag = stored.headers.etag;
	return (
		etag === undefined ||
		storedTag === undefined ||
		weaklyMatches( etag, storedTag )
	);
}

/** A 304 that adds a name to `Vary` shows that the stored response may be the wrong variant for this request. */
function isVaryCovered(
	{ variant }: StoredResponse,
	headers: IncomingHttpHeaders
): boolean {
	const names = relevantVaryNames( varyNames( headers ) ) ?? [];
	return names.every( ( name ) =>
		name === 'accept-encoding'
			? variant.variesByEncoding
			: variant.names.includes( name )
	);
}

export class CacheFills {
	readonly #options: CacheFillsOptions;
	readonly maxBodyBytes: number;

	constructor( options: CacheFillsOptions ) {
		this.#options = options;
		this.maxBodyBytes = Math.min(
			MAX_STORED_BODY_BYTES,
			options.cache.maxBytes
		);
	}

	/** Revalidates the stored response if there is one; otherwise requests a new one. */
	async fetch( fill: CacheFill ): Promise< OriginOutcome > {
		try {
			return await this.#request( fill );
		} catch ( error ) {
			const { stored, signal } = fill;
			if (
				signal.aborted ||
				! stored ||
				! this.#allowsStaleIfError( fill, stored )
			) {
				throw error;
			}
			return { kind: 'stale-if-error', stored, status: undefined };
		}
	}

	/** A group may have been invalidated while the application was working. */
	#allowsStaleIfError(
		{ originRequest, ticket }: CacheFill,
		stored: StoredResponse
	): boolean {
		const { cache, now } = this.#options;
		return (
			stored.allowsStaleIfError( now() ) &&
			cache.invalidatedGroup( ticket.key, originRequest.headers ) === null
		);
	}

	async #request( fill: CacheFill ): Promise< OriginOutcome > {
		const { originRequest, stored, signal } = fill;
		const conditions = stored ? conditionsFor( stored.headers ) : {};
		const requestTime = this.#options.now();
		this.#options.traffic.originRequest();
		const response = await sendToOrigin(
			this.#options.application,
			withConditions( originRequest, conditions ),
			signal,
			this.#options.connections
		);
		const times = { requestTime, responseTime: this.#options.now() };
		const { status, headers } = response;
		if (
			stored &&
			SERVER_ERRORS.includes( status ) &&
			this.#allowsStaleIfError( fill, stored )
		) {
			discard( response.body );
			return { kind: 'stale-if-error', stored, status };
		}
		if (
			! stored ||
			status !== 304 ||
			Object.keys( conditions ).length === 0
		) {
			return this.#newResponse( fill, response, times );
		}
		response.body.resume();
		const isCovered = isVaryCovered( stored, headers );
		if ( ! isCovered ) {
			this.#options.cache.removeVariants( fill.ticket.key );
		}
		return isCovered && hasSameTag( stored, headers )
			? this.#updateStored( fill, stored, headers, times )
			: this.#request( { ...fill, stored: undefined } );
	}

	#newResponse(
		{ originRequest, stored, ticket }: CacheFill,
		response: OriginResponse,
		{ requestTime, responseTime }: RequestTimes
	): NewResponse {
		const { status, headers } = response;
		const names = relevantVaryNames( varyNames( headers ) );
		const cacheability = this.#cacheabilityOf(
			judgeCacheability(
				{ status, headers, requestTime, responseTime },
				hasAuthorization( originRequest )
			),
			response,
			names
		);
		if ( stored && ! cacheability.isCacheable && status < 500 ) {
			this.#options.cache.removeVariants( ticket.key );
		}
		const result = {
			kind: 'new',
			response,
			body: countBytes( response.body, ( bytes ) =>
				this.#options.traffic.received( bytes )
			),
		} as const;
		if ( ! cacheability.isCacheable ) {
			const { reason: uncachedReason } = cacheability;
			return { ...result, storage: null, uncachedReason };
		}
		const { policy } = cacheability;
		const variant = variantOf(
			names ?? [],
			originRequest.headers,
			headers
		);
		return {
			...result,
			storage: { policy, variant, responseTime },
			uncachedReason: policy.neverFreshReason,
		};
	}

	/**
	 * Adds what this cache requires beyond RFC 9111: a variant that other requests can match, and a complete body of
	 * limited size.
	 */
	#cacheabilityOf(
		cacheability: Cacheability,
		response: OriginResponse,
		names: readonly string[] | null
	): Cacheability {
		if ( ! cacheability.isCacheable ) {
			return cacheability;
		}
		const reason = names
			? this.#uncacheableBodyReason( response )
			: `Vary: ${ response.headers.vary }`;
		return reason === null ? cacheability : { isCacheable: false, reason };
	}

	#uncacheableBodyReason( {
		headers,
		hasEnd,
	}: OriginResponse ): string | null {
		if ( ! hasEnd ) {
			return 'The response has neither Content-Length nor chunked encoding';
		}
		return Number( headers[ 'content-length' ] ?? 0 ) > this.maxBodyBytes
			? `The response is too large (more than ${ Math.floor( this.maxBodyBytes / 1024 ) } KB)`
			: null;
	}

	/**
	 * Updates the stored response with the headers of a 304 (RFC 9111, section 4.3.4). A response that is not cacheable
	 * any more is sent to this visitor only.
	 */
	#updateStored(
		{ originRequest, ticket }: CacheFill,
		stored: StoredResponse,
		notModifiedHeaders: IncomingHttpHeaders,
		times: RequestTimes
	): RevalidatedResponse {
		const { cache } = this.#options;
		const { status, body, variant } = stored;
		const { age: _age, date: _date, ...storedHeaders } = stored.headers;
		const headers = {
			...storedHeaders,
			...withoutBodyHeaders( notModifiedHeaders ),
		};
		const cacheability = judgeCacheability(
			{ status, headers, ...times },
			hasAuthorization( originRequest )
		);
		const policy = cacheability.isCacheable
			? cacheability.policy
			: stored.policy;
		const { responseTime } = times;
		const updated = new StoredResponse( {
			status,
			headers,
			body,
			variant,
			policy,
			responseTime,
		} );
		const isShareable = relevantVaryNames( varyNames( headers ) ) !== null;
		const result = { kind: 'revalidated', stored: updated } as const;
		if ( ! cacheability.isCacheable || ! isShareable ) {
			cache.removeVariants( ticket.key );
			const uncachedReason = cacheability.isCacheable
				? `Vary: ${ headers.vary }`
				: cacheability.reason;
			return { ...result, isStored: false, uncachedReason };
		}
		return {
			...result,
			isStored: cache.store( ticket, originRequest.headers, updated ),
			uncachedReason: policy.neverFreshReason,
		};
	}

	/** Returns whether the response was stored; see `EdgeCache.store()`. */
	store(
		{ originRequest, ticket }: CacheFill,
		{ status, headers }: OriginResponse,
		storage: StorageDetails,
		body: Buffer
	): boolean {
		return this.#options.cache.store(
			ticket,
			originRequest.headers,
			new StoredResponse( { status, headers, body, ...storage } )
		);
	}
}
