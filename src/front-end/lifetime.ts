/** For how many seconds a page is fresh, and for how many more a cache may serve it while it renews it. */
export type Lifetime = readonly [ fresh: number, stale: number ];

/** How long pages live on which WordPress says all that changes. */
export interface LifetimeOptions {
	/**
	 * For how many seconds a page is fresh.
	 *
	 * @default 3600
	 * @example
	 * maxAge: 600
	 */
	maxAge?: number | undefined;
	/**
	 * For how many seconds longer a cache may serve it while it renews it.
	 *
	 * @default 86400
	 * @example
	 * staleWhileRevalidate: 3_600
	 */
	staleWhileRevalidate?: number | undefined;
}

/** A page with content that WordPress does not watch. */
const UNKNOWN: Lifetime = [ 60, 60 ];
/** Nothing limits it but the options. */
const ENDLESS: Lifetime = [ Infinity, Infinity ];
export const ERROR: Lifetime = [ 10, 0 ];
/** A page for one visitor. */
const PRIVATE: Lifetime = [ 0, 0 ];

export function lifetimeOf( {
	maxAge = 3_600,
	staleWhileRevalidate = 86_400,
}: LifetimeOptions ): Lifetime {
	return [ maxAge, staleWhileRevalidate ];
}

/**
 * Returns how long a response allows its page to live.
 *
 * @param response
 * @param isPublic Whether it is the same for every visitor.
 * @param groups   The tags that it has.
 * @param own      Those that the front end names. They say all that a response without tags depends on.
 */
export function responseLifetime(
	{ headers, ok }: Response,
	isPublic: boolean,
	groups: readonly string[],
	own: readonly string[]
): Lifetime {
	if ( ! isPublic ) {
		return PRIVATE;
	}
	// WordPress sends it with what depends on something that it does not watch, for example `60;reason="option ticker"`.
	const stated = headers.get( 'headless-deploy-lifetime' );
	if ( stated && ( groups.length > 0 || own.length === 0 ) ) {
		const seconds = Number( /^\d+/.exec( stated )?.[ 0 ] ?? 60 );
		return [ seconds, seconds ];
	}
	if ( ! ok ) {
		return ERROR;
	}
	return groups.length + own.length > 0 ? ENDLESS : UNKNOWN;
}

export function shorter( one: Lifetime, other: Lifetime ): Lifetime {
	return [
		Math.min( one[ 0 ], other[ 0 ] ),
		Math.min( one[ 1 ], other[ 1 ] ),
	];
}
