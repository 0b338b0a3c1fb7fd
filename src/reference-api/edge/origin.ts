/** Asks the application, and finds out what its answer means for the cache. */
import type { IncomingHttpHeaders } from 'node:http';
import type { EdgeCache, CacheTicket } from './cache.ts';
import {
	conditionsFor,
	isSameTag,
	withoutBodyHeaders,
} from './conditional-request.ts';
import { StoredResponse } from './stored-response.ts';
import { judgeCacheability } from './freshness.ts';
import type { FreshnessTerms } from './freshness.ts';
import { sendToOrigin, relevantVaryNames } from './origin-request.ts';
import type {
	OriginRequest,
	Upstream,
	OriginResponse,
} from './origin-request.ts';
import { counted, discard } from './body-relay.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import type { TrafficMeter } from './traffic-meter.ts';
import { variantOf, varyNames } from './vary.ts';
import type { Variant } from './vary.ts';

const MAX_STORED_BODY_BYTES = 8 * 1024 * 1024;
/** Failures that `stale-if-error` covers (RFC 5861, section 4). */
const FAILURES = [ 500, 502, 503, 504 ];

/** What is asked for the cache, and with which leave. */
export interface CacheFill {
	question: OriginRequest;
	ticket: CacheTicket;
	/** What is kept, but has to be checked. */
	stored: StoredResponse | undefined;
	signal: AbortSignal;
}

/** On which terms a new answer is kept. */
export interface StorageTerms {
	terms: FreshnessTerms;
	variant: Variant;
	responseTime: number;
}

export interface NewResponse {
	kind: 'new';
	answer: OriginResponse;
	/** Its body, counted. */
	body: AsyncGenerator< Buffer >;
	/** Null when it is not to be kept, for the reason. */
	storing: StorageTerms | null;
	/** Why it is not kept, or is never fresh; else empty. */
	reason: string;
}

/** `checked` = what was kept is still good; `covered` = it has to do, for the application fails. */
export type OriginOutcome =
	| NewResponse
	| {
			kind: 'checked';
			entry: StoredResponse;
			isKept: boolean;
			reason: string;
	  }
	| { kind: 'covered'; entry: StoredResponse; status: number | undefined };

export interface OriginOptions {
	cache: EdgeCache;
	traffic: TrafficMeter;
	connections: Pick< ConnectionLimit, 'take' >;
	now: () => number;
}

function isSignedIn( { headers }: OriginRequest ): boolean {
	return headers.authorization !== undefined;
}

function withConditions(
	question: OriginRequest,
	conditions: IncomingHttpHeaders
): OriginRequest {
	return { ...question, headers: { ...question.headers, ...conditions } };
}

function isAbout(
	stored: StoredResponse,
	{ etag }: IncomingHttpHeaders
): boolean {
	const known = stored.headers.etag;
	return (
		etag === undefined || known === undefined || isSameTag( etag, known )
	);
}

/**
 * Returns whether what is kept differs by all that the 304 says it does; one that names less changes nothing.
 *
 * @param headers The headers of the 304.
 */
function isApart(
	{ variant }: StoredResponse,
	headers: IncomingHttpHeaders
): boolean {
	const names = relevantVaryNames( varyNames( headers ) ) ?? [];
	return names.every( ( name ) =>
		name === 'accept-encoding'
			? variant.byEncoding
			: variant.names.includes( name )
	);
}

/** The application as the cache sees it. */
export class Origin {
	readonly #options: OriginOptions;
	readonly maxBodyBytes: number;

	constructor( parts: OriginOptions ) {
		this.#options = parts;
		this.maxBodyBytes = Math.min(
			MAX_STORED_BODY_BYTES,
			parts.cache.maxBytes
		);
	}

	/** Requests a response that may be stored for all visitors. */
	async ask( upstream: Upstream, fill: CacheFill ): Promise< OriginOutcome > {
		try {
			return await this.#requestNow( upstream, fill );
		} catch ( error ) {
			const { stored, signal } = fill;
			if (
				signal.aborted ||
				! stored?.mayCoverErrors( this.#options.now() )
			) {
				throw error;
			}
			return { kind: 'covered', entry: stored, status: undefined };
		}
	}

	async #requestNow(
		upstream: Upstream,
		fill: CacheFill
	): Promise< OriginOutcome > {
		const { question, stored, signal } = fill;
		const conditions = stored ? conditionsFor( stored.headers ) : {};
		const requestTime = this.#options.now();
		this.#options.traffic.originRequest();
		const answer = await sendToOrigin(
			upstream,
			withConditions( question, conditions ),
			signal,
			this.#options.connections
		);
		const times = { requestTime, responseTime: this.#options.now() };
		const { status, headers } = answer;
		if (
			FAILURES.includes( status ) &&
			stored?.mayCoverErrors( times.responseTime )
		) {
			discard( answer.body );
			return { kind: 'covered', entry: stored, status };
		}
		if (
			! stored ||
			status !== 304 ||
			Object.keys( conditions ).length === 0
		) {
			return this.#new( fill, answer, times );
		}
		answer.body.resume();
		const isVariant = isApart( stored, headers );
		if ( ! isVariant ) {
			this.#options.cache.invalidateStored( fill.ticket.key );
		}
		return isVariant && isAbout( stored, headers )
			? this.#checked( fill, stored, headers, times )
			: this.#requestNow( upstream, { ...fill, stored: undefined } );
	}

	#new(
		{ question, stored, ticket }: CacheFill,
		answer: OriginResponse,
		times: { requestTime: number; responseTime: number }
	): NewResponse {
		const { status, headers } = answer;
		const names = relevantVaryNames( varyNames( headers ) );
		const verdict = judgeCacheability(
			{ status, headers, ...times },
			isSignedIn( question )
		);
		const reason =
			( 'reason' in verdict ? verdict.reason : '' ) ||
			( names ? this.#whyNotRead( answer ) : `Vary: ${ headers.vary }` );
		if ( stored && reason && status < 500 ) {
			this.#options.cache.invalidateStored( ticket.key );
		}
		return {
			kind: 'new',
			answer,
			body: counted( answer.body, ( bytes ) =>
				this.#options.traffic.received( bytes )
			),
			storing:
				'terms' in verdict && names && ! reason
					? {
							terms: verdict.terms,
							variant: variantOf(
								names,
								question.headers,
								headers
							),
							responseTime: times.responseTime,
						}
					: null,
			reason:
				reason ||
				( 'terms' in verdict ? verdict.terms.neverFresh : '' ),
		};
	}

	#whyNotRead( { headers, hasEnd }: OriginResponse ): string {
		if ( ! hasEnd ) {
			return 'The response has neither Content-Length nor chunked encoding';
		}
		return Number( headers[ 'content-length' ] ?? 0 ) > this.maxBodyBytes
			? `The response is too large (more than ${ Math.floor( this.maxBodyBytes / 1024 ) } KB)`
			: '';
	}

	/**
	 * Brings what is kept up to date with a 304 (RFC 9111, section 4.3.4).
	 *
	 * @param headers The headers of the 304.
	 * @param times   When it was asked and answered.
	 */
	#checked(
		{ question, ticket }: CacheFill,
		stored: StoredResponse,
		headers: IncomingHttpHeaders,
		times: { requestTime: number; responseTime: number }
	): OriginOutcome {
		const { cache } = this.#options;
		const { status, body, variant } = stored;
		const { age: _age, date: _date, ...kept } = stored.headers;
		const merged = { ...kept, ...withoutBodyHeaders( headers ) };
		const verdict = judgeCacheability(
			{ status, headers: merged, ...times },
			isSignedIn( question )
		);
		const terms = 'terms' in verdict ? verdict.terms : stored.terms;
		const { responseTime } = times;
		const entry = new StoredResponse( {
			status,
			headers: merged,
			body,
			variant,
			terms,
			responseTime,
		} );
		const isForAll = relevantVaryNames( varyNames( merged ) ) !== null;
		if ( 'reason' in verdict || ! isForAll ) {
			cache.invalidateStored( ticket.key );
			const reason =
				'reason' in verdict ? verdict.reason : `Vary: ${ merged.vary }`;
			return { kind: 'checked', entry, isKept: false, reason };
		}
		return {
			kind: 'checked',
			entry,
			isKept: cache.store( ticket, question.headers, entry ),
			reason: terms.neverFresh,
		};
	}

	/**
	 * Keeps a new answer.
	 *
	 * @param fill From when it was asked.
	 * @return Whether it is kept.
	 */
	keep(
		fill: CacheFill,
		answer: OriginResponse,
		storing: StorageTerms,
		body: Buffer
	): boolean {
		const { question, ticket } = fill;
		const { status, headers } = answer;
		return this.#options.cache.store(
			ticket,
			question.headers,
			new StoredResponse( { status, headers, body, ...storing } )
		);
	}
}
