/**
 * What the edge says of its cache in each answer: `X-Cache` in a word, `Cache-Status` in full (RFC 9211).
 */

/** Values of `X-Cache`. */
export type Label = 'HIT' | 'MISS' | 'STALE' | 'REVALIDATED' | 'BYPASS';

/** What an answer says of the cache. */
export interface CacheHeaders {
	label: Label;
	/** This cache's part of `Cache-Status`. */
	status: string;
}

/** Why the application was asked (RFC 9211, section 2.2). */
export type Forwarded =
	'bypass' | 'method' | 'uri-miss' | 'vary-miss' | 'request' | 'stale';

export interface Forwarding {
	fwd: Forwarded;
	/** What the application answered. */
	status?: number;
	/** Whether the answer is kept. */
	stored?: boolean;
	/** Whether it came with another visitor's answer; false when it was waited for in vain. */
	collapsed?: boolean;
	/** Seconds that it stays fresh. */
	ttl?: number;
	/** In words why it is not kept. */
	detail?: string;
}

const NAME = 'headless-deploy';

function quoted( text: string ): string {
	const plain = text
		.replace( /[^\x20-\x7e]/g, '?' )
		.replace( /["\\]/g, '\\$&' );
	return `"${ plain }"`;
}

/**
 * Words an answer that came from the cache.
 *
 * @param ttl Seconds that it stays fresh; below 0 when it is stale.
 */
export function hitStatus( ttl: number ): string {
	return `${ NAME }; hit; ttl=${ ttl }`;
}

/**
 * Words an answer that the application was asked for.
 *
 * @param forwarding Why, and what became of it.
 */
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

/**
 * Adds this cache to those that the application named; the one nearest to the visitor stands last.
 *
 * @param before What the application said.
 * @param own    What this cache says.
 */
export function appendStatus(
	before: string | string[] | undefined,
	own: string
): string {
	return [ ...( before === undefined ? [] : [ before ].flat() ), own ].join(
		', '
	);
}
