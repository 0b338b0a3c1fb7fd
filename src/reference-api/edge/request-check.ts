/** Requests that the edge answers itself, whatever the application would say. */
import type { IncomingMessage } from 'node:http';
import { readDirectives } from './cache-control.ts';
import { NOT_CACHED, TRACE_NOT_ALLOWED, UNKNOWN_CODING } from './error-page.ts';
import type { ErrorPage } from './error-page.ts';

/** Returns the page for a request that is not forwarded, or null. */
export function findRejection( {
	method,
	headers,
}: IncomingMessage ): ErrorPage | null {
	// It would show the headers that the edge adds.
	if ( method === 'TRACE' ) {
		return TRACE_NOT_ALLOWED;
	}
	const coding = headers[ 'transfer-encoding' ];
	// The application would take the encoded body for the body (RFC 9112, section 6.1).
	return coding !== undefined && coding.trim().toLowerCase() !== 'chunked'
		? UNKNOWN_CODING
		: null;
}

/** Returns the page for a request that must not be forwarded and has no stored response (RFC 9111, section 5.2.1.7). */
export function findOnlyIfCached( {
	method,
	headers,
}: IncomingMessage ): ErrorPage | null {
	const isCacheable = method === 'GET' || method === 'HEAD';
	const { 'cache-control': control } = headers;
	return isCacheable &&
		control !== undefined &&
		readDirectives( control ).has( 'only-if-cached' )
		? NOT_CACHED
		: null;
}

const ABSOLUTE = /^http:\/\/([^/?#]+)([/?][^#]*)?$/i;

/**
 * Splits a target in absolute form, which clients send to proxies (RFC 9112, section 3.2.2).
 *
 * @return Null for another form.
 */
export function parseAbsoluteTarget(
	url: string
): { host: string; path: string } | null {
	const [ , host, rest = '/' ] = ABSOLUTE.exec( url ) ?? [];
	return host === undefined
		? null
		: { host, path: rest.startsWith( '/' ) ? rest : `/${ rest }` };
}
