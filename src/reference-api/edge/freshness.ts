/**
 * Decides whether a shared cache may store a response, and for how long it is fresh (RFC 9111, sections 3 and 4;
 * RFC 5861; RFC 9213).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { directivesOf, MAX_SECONDS, secondsOf } from './cache-control.ts';
import type { Directives, ResponseDirectives } from './cache-control.ts';
import { parseHttpDate } from './http-date.ts';

/** Status codes whose caching rules this cache implements, which `must-understand` asks for (RFC 9111, section 5.2.2.3). */
const UNDERSTOOD_STATUSES = new Set( [
	200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501,
] );
/** Of these, only the visitor who asked can make sense: a part of a response, and the answer to a condition. */
const NEVER_STORED_STATUSES = [ 206, 304 ];
/** Larger ones are invalid (RFC 9110, section 15). */
const MAX_STATUS = 599;

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

function lifetimeOf(
	{ source, directives }: ResponseDirectives,
	{ headers, responseTime }: ResponseFacts
): Lifetime | null {
	for ( const name of [ 's-maxage', 'max-age' ] ) {
		const seconds = secondsOf( directives, name );
		if ( seconds !== null ) {
			return {
				seconds,
				source: `${ source }: ${ name }=${ directives.get( name ) }`,
			};
		}
	}
	if ( headers.expires === undefined || source !== 'Cache-Control' ) {
		return directives.has( 'no-cache' )
			? { seconds: 0, source: `${ source }: no-cache` }
			: null;
	}
	const date = parseHttpDate( headers.date, responseTime ) ?? responseTime;
	// An invalid date means already expired (RFC 9111, section 5.3).
	const expires = parseHttpDate( headers.expires, responseTime ) ?? date;
	return {
		seconds: Math.max( 0, Math.floor( ( expires - date ) / 1000 ) ),
		source: `Expires: ${ headers.expires }`,
	};
}

/** The first member of a list counts, and an invalid value is ignored (RFC 9111, section 5.1). */
function ageOf( { age = '' }: IncomingHttpHeaders ): number {
	const [ first = '' ] = age.split( ',' );
	return /^\d+$/.test( first.trim() )
		? Math.min( Number( first ), MAX_SECONDS )
		: 0;
}

/** Subtracts the corrected initial age from the response time (RFC 9111, section 4.2.3). */
function generationTime( response: ResponseFacts ): number {
	const { headers, requestTime, responseTime } = response;
	const date = parseHttpDate( headers.date, responseTime ) ?? responseTime;
	const apparentAge = Math.max( 0, responseTime - date );
	const correctedAge =
		ageOf( headers ) * 1000 + ( responseTime - requestTime );
	return responseTime - Math.max( apparentAge, correctedAge );
}

/** `must-understand` says which caches may ignore `no-store`. */
function forbidsStoring(
	directives: Directives,
	name: string,
	status: number
): boolean {
	const isUnderstood =
		directives.has( 'must-understand' ) &&
		UNDERSTOOD_STATUSES.has( status );
	return directives.has( name ) && ! ( name === 'no-store' && isUnderstood );
}

function uncacheableReason(
	{ source, directives }: ResponseDirectives,
	{ status, headers }: ResponseFacts
): string | null {
	if ( headers[ 'set-cookie' ] ) {
		return 'The response sets a cookie (Set-Cookie)';
	}
	for ( const name of [ 'no-store', 'private' ] ) {
		if ( forbidsStoring( directives, name, status ) ) {
			return `${ source }: ${ name }`;
		}
	}
	if ( headers[ 'content-type' ]?.startsWith( 'text/event-stream' ) ) {
		return 'An event stream (text/event-stream)';
	}
	const isStorable =
		! NEVER_STORED_STATUSES.includes( status ) &&
		status <= MAX_STATUS &&
		( ! directives.has( 'must-understand' ) ||
			UNDERSTOOD_STATUSES.has( status ) );
	return isStorable
		? null
		: `Responses with status ${ status } are not cached`;
}

function neverFreshReason(
	{ source, directives }: ResponseDirectives,
	lifetime: Lifetime
): string | null {
	if ( directives.has( 'no-cache' ) ) {
		return `${ source }: no-cache`;
	}
	return lifetime.seconds === 0 ? lifetime.source : null;
}

function storagePolicyOf(
	responseDirectives: ResponseDirectives,
	response: ResponseFacts,
	lifetime: Lifetime
): StoragePolicy {
	const { directives } = responseDirectives;
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
		neverFreshReason: neverFreshReason( responseDirectives, lifetime ),
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
	const directives = directivesOf( response.headers );
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
