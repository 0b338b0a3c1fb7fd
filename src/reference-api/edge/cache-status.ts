/** The response headers `X-Cache` and `Cache-Status` (RFC 9211). */

/** Values of `X-Cache`. */
export type Label = 'HIT' | 'MISS' | 'STALE' | 'REVALIDATED' | 'BYPASS';

export interface CacheHeaders {
	label: Label;
	/** This cache's member of `Cache-Status`. */
	status: string;
}

/** Why a request was forwarded (RFC 9211, section 2.2). */
export type Forwarded =
	'bypass' | 'method' | 'uri-miss' | 'vary-miss' | 'request' | 'stale';

export interface Forwarding {
	fwd: Forwarded;
	/** The status of the application's response. */
	status?: number;
	stored?: boolean;
	/** Whether the request was coalesced; false if the response it waited for could not be used (RFC 9211, section 2.6). */
	collapsed?: boolean;
	/** Remaining freshness lifetime in seconds. */
	ttl?: number;
	/** Why the response is not stored, or why a stored response was not used. */
	detail?: string | null;
}

const NAME = 'headless-deploy';
const MAX_GROUP_LENGTH = 100;

/** Says that a stored response was not used because of an invalidated group. */
export function invalidatedDetail( group: string ): string {
	const name = group.slice( 0, MAX_GROUP_LENGTH );
	return `The cache group ${ name } was invalidated`;
}

function quoted( text: string ): string {
	const plain = text
		.replace( /[^\x20-\x7e]/g, '?' )
		.replace( /["\\]/g, '\\$&' );
	return `"${ plain }"`;
}

/** @param ttl Remaining freshness lifetime in seconds; negative for a stale response. */
export function hitStatus( ttl: number ): string {
	return `${ NAME }; hit; ttl=${ ttl }`;
}

export function forwardStatus( forwarding: Forwarding ): string {
	const { fwd, status, stored, collapsed, ttl, detail } = forwarding;
	return [
		`${ NAME }; fwd=${ fwd }`,
		status === undefined ? '' : `fwd-status=${ status }`,
		stored ? 'stored' : '',
		collapsed === undefined ? '' : `collapsed${ collapsed ? '' : '=?0' }`,
		ttl === undefined ? '' : `ttl=${ ttl }`,
		detail ? `detail=${ quoted( detail ) }` : '',
	]
		.filter( Boolean )
		.join( '; ' );
}

/** Appends this cache's member: the cache that is closest to the user is last (RFC 9211, section 2). */
export function appendStatus(
	upstream: string | string[] | undefined,
	own: string
): string {
	return [
		...( upstream === undefined ? [] : [ upstream ].flat() ),
		own,
	].join( ', ' );
}
