/** One minute of the last hour. */
export interface CacheMinute {
	/** The start of the minute. */
	at: Date;
	/** Responses from the cache. */
	hits: number;
	/** Responses from the application. */
	misses: number;
}

export interface CachePurge {
	at: Date;
	/** The cause, for example "with build 42" or "by sam". */
	by: string;
	/** Stored responses that it removed. */
	entries: number;
}

/** A cache group (RFC 9875). */
export interface CacheGroup {
	name: string;
	/** Stored responses in it. */
	entries: number;
}

export interface CacheGroupList {
	/** Groups that match the filter. */
	total: number;
	/** The largest first. */
	groups: CacheGroup[];
}

export interface CacheInvalidation {
	at: Date;
	/** The cause, for example "by POST /api/refresh" or "by sam". */
	by: string;
	/** Groups that it invalidated. */
	total: number;
	/** The first of them, with the stored responses that each had. */
	groups: CacheGroup[];
}

/** Responses that were not stored, by path and reason. */
export interface UncachedRequests {
	/** Without its query. */
	path: string;
	/** Shown to users, for example "The response sets a cookie (Set-Cookie)". */
	reason: string;
	/** In the last hour. */
	requests: number;
}

export interface CacheReport {
	/** Since the platform started. */
	hits: number;
	misses: number;
	/** Stored responses. */
	entries: number;
	bytes: number;
	maxBytes: number;
	purgedAt: Date | null;
	/** The last 60 minutes, oldest first, without gaps. */
	minutes: CacheMinute[];
	/** Of the last hour, oldest first. */
	purges: CachePurge[];
	/** Of the last hour, oldest first, at most 100. */
	invalidations: CacheInvalidation[];
	/** The most frequent first, at most 50. */
	notCached: UncachedRequests[];
}
