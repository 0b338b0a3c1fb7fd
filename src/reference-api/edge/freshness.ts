/**
 * Decides whether a shared cache may store a response, and for how long it is fresh (RFC 9111, sections 3 and 4;
 * RFC 5861).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { MAX_SECONDS, readDirectives, secondsOf } from './cache-control.ts';
import type { Directives } from './cache-control.ts';

/** Status codes that this cache understands (RFC 9111, section 3). Partial content (206) is not stored. */
const CACHEABLE_STATUSES = new Set( [
	200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501,
] );

/** Times are Unix times in milliseconds. */
export interface ResponseFacts {
	status: number;
	headers: IncomingHttpHeaders;
	/** When the request was sent. */
	requestTime: number;
	/** When the response headers arrived. */
	responseTime: number;
}

export interface StoragePolicy {
	/** When the origin generated the response, calculated from its age. Unix time in milliseconds. */
	generatedAt: number;
	freshSeconds: number;
	/** `stale-while-revalidate`, counted from the end of freshness. */
	staleSeconds: number;
	/** `stale-if-error`, counted from the end of freshness. */
	errorSeconds: number;
	/** Whether requests with `Authorization` may use the stored response (RFC 9111, section 3.5). */
	allowsAuthorization: boolean;
	/** Why the response must be revalidated for each request, or null. */
	neverFreshReason: string | null;
}

export type Cacheability =
	| { isCacheable: true; policy: StoragePolicy }
	| { isCacheable: false; reason: string };

interface Lifetime {
	seconds: number;
	/** The header that sets it, as shown to users. */
	source: string;
}

/** @return Unix time in milliseconds, or null without a valid date. */
function parseDate( text: string | undefined ): number | null {
	const time = Date.parse( text ?? '' );
	return Number.isNaN( time ) ? null : time;
}

function lifetimeOf(
	directives: Directives,
	{ headers, responseTime }: ResponseFacts
): Lifetime | null {
	for ( const name of [ 's-maxage', 'max-age' ] ) {
		const seconds = secondsOf( directives, name );
		if ( seconds !== null ) {
			return {
				seconds,
				source: `Cache-Control: ${ name }=${ directives.get( name ) }`,
			};
		}
	}
	if ( headers.expires === undefined ) {
		return directives.has( 'no-cache' )
			? { seconds: 0, source: 'Cache-Control: no-cache' }
			: null;
	}
	const date = parseDate( headers.date ) ?? responseTime;
	// An invalid date means already expired (RFC 9111, section 5.3).
	const expires = parseDate( headers.expires ) ?? date;
	return {
		seconds: Math.max( 0, Math.floor( ( expires - date ) / 1000 ) ),
		source: `Expires: ${ headers.expires }`,
	};
}

/** Subtracts the corrected initial age from the response time (RFC 9111, section 4.2.3). */
function generationTime( response: ResponseFacts ): number {
	const { headers, requestTime, responseTime } = response;
	const date = parseDate( headers.date ) ?? responseTime;
	const apparentAge = Math.max( 0, responseTime - date );
	const age = /^\d+$/.test( headers.age ?? '' )
		? Math.min( Number( headers.age ), MAX_SECONDS )
		: 0;
	const correctedAge = age * 1000 + ( responseTime - requestTime );
	return responseTime - Math.max( apparentAge, correctedAge );
}

function uncacheableReason(
	directives: Directives,
	{ status, headers }: ResponseFacts
): string | null {
	if ( headers[ 'set-cookie' ] ) {
		return 'The response sets a cookie (Set-Cookie)';
	}
	for ( const name of [ 'no-store', 'private' ] ) {
		if ( directives.has( name ) ) {
			return `Cache-Control: ${ name }`;
		}
	}
	if ( headers[ 'content-type' ]?.startsWith( 'text/event-stream' ) ) {
		return 'An event stream (text/event-stream)';
	}
	return CACHEABLE_STATUSES.has( status )
		? null
		: `Responses with status ${ status } are not cached`;
}

function neverFreshReason(
	directives: Directives,
	lifetime: Lifetime
): string | null {
	if ( directives.has( 'no-cache' ) ) {
		return 'Cache-Control: no-cache';
	}
	return lifetime.seconds === 0 ? lifetime.source : null;
}

function storagePolicyOf(
	directives: Directives,
	response: ResponseFacts,
	lifetime: Lifetime
): StoragePolicy {
	const alwaysRevalidates = directives.has( 'no-cache' );
	// `s-maxage` implies `proxy-revalidate`, but an explicit time for stale responses overrides that.
	const forbidsStale =
		alwaysRevalidates ||
		directives.has( 'must-revalidate' ) ||
		directives.has( 'proxy-revalidate' );
	const staleSeconds = ( name: string ) =>
		forbidsStale ? 0 : ( secondsOf( directives, name ) ?? 0 );
	return {
		generatedAt: generationTime( response ),
		freshSeconds: alwaysRevalidates ? 0 : lifetime.seconds,
		staleSeconds: staleSeconds( 'stale-while-revalidate' ),
		errorSeconds: staleSeconds( 'stale-if-error' ),
		allowsAuthorization: [ 'public', 's-maxage', 'must-revalidate' ].some(
			( name ) => directives.has( name )
		),
		neverFreshReason: neverFreshReason( directives, lifetime ),
	};
}

function canBeReused(
	{ headers, responseTime }: ResponseFacts,
	policy: StoragePolicy
): boolean {
	const hasValidator =
		headers.etag !== undefined || headers[ 'last-modified' ] !== undefined;
	const seconds =
		policy.freshSeconds +
		Math.max( policy.staleSeconds, policy.errorSeconds );
	return hasValidator || responseTime - policy.generatedAt < seconds * 1000;
}

/**
 * Decides whether a response may be stored, and for how long it may be reused, or why it must not be stored.
 *
 * There is no heuristic freshness: a response without an explicit lifetime is not cacheable, so that no page is cached
 * that its application did not mark as cacheable.
 */
export function judgeCacheability(
	response: ResponseFacts,
	hasAuthorization: boolean
): Cacheability {
	const directives = readDirectives( response.headers[ 'cache-control' ] );
	const notCacheable = ( reason: string ) =>
		( { isCacheable: false, reason } ) as const;
	const reason = uncacheableReason( directives, response );
	if ( reason !== null ) {
		return notCacheable( reason );
	}
	const lifetime = lifetimeOf( directives, response );
	if ( ! lifetime ) {
		return notCacheable(
			'The response has no s-maxage, max-age or Expires'
		);
	}
	const policy = storagePolicyOf( directives, response, lifetime );
	if ( hasAuthorization && ! policy.allowsAuthorization ) {
		return notCacheable( 'The request has credentials (Authorization)' );
	}
	return canBeReused( response, policy )
		? { isCacheable: true, policy }
		: notCacheable(
				policy.neverFreshReason ?? 'The response is already stale (Age)'
			);
}
