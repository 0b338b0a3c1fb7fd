/** For how many seconds a page is fresh, and for how many more a cache may serve it while it renews it. */
export type Lifetime = readonly [ fresh: number, stale: number ];

/** How long pages live on which WordPress says all that changes. */
export interface LifetimeOptions {
	/** For how many seconds a page is fresh. @default 3600 */
	maxAge?: number;
	/** For how many seconds longer a cache may serve it while it renews it. @default 86400 */
	staleWhileRevalidate?: number;
}

/** A page with content that WordPress does not watch. */
export const UNKNOWN: Lifetime = [ 60, 60 ];
export const ERROR: Lifetime = [ 10, 0 ];
/** A page for one visitor. */
export const PRIVATE: Lifetime = [ 0, 0 ];

export function lifetimeOf( {
	maxAge = 3_600,
	staleWhileRevalidate = 86_400,
}: LifetimeOptions ): Lifetime {
	return [ maxAge, staleWhileRevalidate ];
}

export function shorter( one: Lifetime, other: Lifetime ): Lifetime {
	return [
		Math.min( one[ 0 ], other[ 0 ] ),
		Math.min( one[ 1 ], other[ 1 ] ),
	];
}
