/**
 * Decides whether a shared cache may keep an answer, and for how long (RFC 9111, sections 3 and 4; RFC 5861).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { MAX_SECONDS, readDirectives, secondsOf } from './cache-control.ts';
import type { Directives } from './cache-control.ts';

/** Statuses that this cache understands; a part of an answer (206) is never kept. */
const UNDERSTOOD = new Set( [
	200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501,
] );

/** An answer as far as storing it goes; times in milliseconds. */
export interface ResponseFacts {
	status: number;
	headers: IncomingHttpHeaders;
	/** When it was asked for, and when its headers were there. */
	requestTime: number;
	responseTime: number;
}

/** On which terms an answer is kept. */
export interface FreshnessTerms {
	/** When it would have been made, were its age counted back; in milliseconds. */
	bornAt: number;
	freshSeconds: number;
	/** How long after that it may be given while it is being asked for again. */
	staleSeconds: number;
	/** How long after that it may be given while the application fails. */
	errorSeconds: number;
	/** Whether those who send `Authorization` may have it too. */
	forSignedIn: boolean;
	/** Why it is never fresh; empty when it is for a time. */
	neverFresh: string;
}

/** The terms, or in words why an answer may not be kept. */
export type Cacheability = { terms: FreshnessTerms } | { reason: string };

interface Lifetime {
	seconds: number;
	/** Where it stands, for people. */
	source: string;
}

function timeOf( text: string | undefined ): number {
	return text === undefined ? NaN : Date.parse( text );
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
		return null;
	}
	const date = timeOf( headers.date ) || responseTime;
	const seconds = Math.floor( ( timeOf( headers.expires ) - date ) / 1000 );
	return {
		seconds: seconds > 0 ? seconds : 0,
		source: `Expires: ${ headers.expires }`,
	};
}

/** Counts back when an answer was made (RFC 9111, section 4.2.3). */
function bornAt( answer: ResponseFacts ): number {
	const { headers, requestTime, responseTime } = answer;
	const apparent = Math.max( 0, responseTime - timeOf( headers.date ) ) || 0;
	const age = /^\d+$/.test( headers.age ?? '' )
		? Math.min( Number( headers.age ), MAX_SECONDS )
		: 0;
	const corrected = age * 1000 + ( responseTime - requestTime );
	return responseTime - Math.max( apparent, corrected );
}

function whyNotShared(
	directives: Directives,
	{ status, headers }: ResponseFacts
): string {
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
	return UNDERSTOOD.has( status )
		? ''
		: `Responses with status ${ status } are not cached`;
}

function termsOf(
	directives: Directives,
	answer: ResponseFacts,
	lifetime: Lifetime
): FreshnessTerms {
	const mustRevalidate = directives.has( 'no-cache' );
	// `s-maxage` alone forbids stale answers too, but an explicit time for stale answers overrides that.
	const neverStale =
		mustRevalidate ||
		directives.has( 'must-revalidate' ) ||
		directives.has( 'proxy-revalidate' );
	const staleFor = ( name: string ) =>
		neverStale ? 0 : ( secondsOf( directives, name ) ?? 0 );
	const neverFresh = lifetime.seconds === 0 ? lifetime.source : '';
	return {
		bornAt: bornAt( answer ),
		freshSeconds: mustRevalidate ? 0 : lifetime.seconds,
		staleSeconds: staleFor( 'stale-while-revalidate' ),
		errorSeconds: staleFor( 'stale-if-error' ),
		forSignedIn: [ 'public', 's-maxage', 'must-revalidate' ].some(
			( name ) => directives.has( name )
		),
		neverFresh: mustRevalidate ? 'Cache-Control: no-cache' : neverFresh,
	};
}

/**
 * Judges an answer. What says nothing of its freshness is not kept: there are no heuristics, so that an application is
 * never surprised by an old page that it did not ask for.
 *
 * @param isSignedIn Whether the request carried `Authorization`.
 */
export function judgeCacheability(
	answer: ResponseFacts,
	isSignedIn: boolean
): Cacheability {
	const { headers, responseTime } = answer;
	const directives = readDirectives( headers[ 'cache-control' ] );
	const reason = whyNotShared( directives, answer );
	if ( reason ) {
		return { reason };
	}
	const lifetime =
		lifetimeOf( directives, answer ) ??
		( directives.has( 'no-cache' )
			? { seconds: 0, source: 'Cache-Control: no-cache' }
			: null );
	if ( ! lifetime ) {
		return { reason: 'The response has no s-maxage, max-age or Expires' };
	}
	const terms = termsOf( directives, answer, lifetime );
	if ( isSignedIn && ! terms.forSignedIn ) {
		return { reason: 'The request has credentials (Authorization)' };
	}
	const canBeChecked =
		headers.etag !== undefined || headers[ 'last-modified' ] !== undefined;
	const seconds =
		terms.freshSeconds + Math.max( terms.staleSeconds, terms.errorSeconds );
	const isOfUse = responseTime - terms.bornAt < seconds * 1000;
	return canBeChecked || isOfUse
		? { terms }
		: {
				reason:
					terms.neverFresh || 'The response is already stale (Age)',
			};
}
