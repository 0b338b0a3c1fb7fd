/** What an edge tells of its cache. */

/** One minute of the last hour. */
export interface CacheMinute {
	/** The minute's beginning. */
	at: Date;
	/** Answered from the cache. */
	hits: number;
	/** Answered by the application. */
	misses: number;
}

export interface CachePurge {
	at: Date;
	/** For people, for example "with build 42" or "by sam". */
	by: string;
}

/** Requests that were not answered from the cache and could not be kept, by path and reason. */
export interface UncachedRequests {
	/** Without its query. */
	path: string;
	/** For people, for example "The response sets a cookie (Set-Cookie)". */
	reason: string;
	/** In the last hour. */
	requests: number;
}

export interface CacheReport {
	/** Since the platform began. */
	hits: number;
	misses: number;
	/** Answers that are kept. */
	entries: number;
	bytes: number;
	maxBytes: number;
	purgedAt: Date | null;
	/** The last 60 minutes, oldest first, without gaps. */
	minutes: CacheMinute[];
	/** Of the last hour, oldest first. */
	purges: CachePurge[];
	/** The most frequent first, at most 50. */
	notCached: UncachedRequests[];
}
