import apiFetch from '@wordpress/api-fetch';
import type { ServerTime } from '../live/server-time.ts';

/** WordPress publishes a scheduled post in a cron request, which the first request after its time starts. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 15_000;
/** A computer that wakes up compares its clock again. */
const MAX_WAIT_MS = 60_000;
/** Until then a scheduled post is not late. */
const LATE_MS = 60_000;

/** The fields of a post in the REST API that change when it is published. */
export interface ScheduledRecord {
	status?: string;
	date_gmt?: string | null;
	link?: string;
}

/** Where a scheduled post is read, and when it is due. */
export interface ScheduledPost {
	/** Path in the REST API. */
	path: string;
	/** In UTC without a zone: `2026-11-24T09:00:00`. */
	dateGmt: string;
}

interface Listener< T > {
	/**
	 * Called when it is published, or no longer scheduled.
	 *
	 * @param record   The post as it is now.
	 * @param unseenMs The server's time until which the post was not published.
	 */
	onChange: ( record: T, unseenMs: number ) => void;
	/** Called when its time has passed and WordPress has not published it. */
	onLate: () => void;
}

/** Returns a date of the REST API in milliseconds; NaN if it is invalid. */
export function gmtMs( dateGmt: string ): number {
	return Date.parse( `${ dateGmt.slice( 0, 19 ) }Z` );
}

/**
 * Reads a scheduled post from its time on until it is published or has another status: the editor does not notice it.
 *
 * @return Ends it.
 */
export function watchScheduled< T extends ScheduledRecord >(
	{ path, dateGmt }: ScheduledPost,
	time: ServerTime,
	{ onChange, onLate }: Listener< T >
): () => void {
	const dueMs = gmtMs( dateGmt );
	let isEnded = Number.isNaN( dueMs );
	let retryMs = FIRST_RETRY_MS;
	let unseenMs = dueMs;
	let timer: ReturnType< typeof setTimeout > | undefined;

	const receive = ( record: T | null, askedMs: number ) => {
		if ( record !== null && record.status !== 'future' ) {
			onChange( record, unseenMs );
			return;
		}
		unseenMs = record === null ? unseenMs : askedMs;
		if ( askedMs - dueMs >= LATE_MS ) {
			onLate();
		}
		wait( retryMs );
		retryMs = Math.min( 2 * retryMs, MAX_RETRY_MS );
	};
	const read = async () => {
		const askedMs = time.nowMs();
		const record = await apiFetch< T >( { path } ).catch( () => null );
		if ( ! isEnded ) {
			receive( record, askedMs );
		}
	};
	const wait = ( ms: number ) => {
		timer = setTimeout( next, ms );
	};
	const next = () => {
		const leftMs = dueMs - time.nowMs();
		if ( leftMs > 0 ) {
			wait( Math.min( leftMs, MAX_WAIT_MS ) );
		} else {
			void read();
		}
	};
	if ( ! isEnded ) {
		next();
	}
	return () => {
		isEnded = true;
		clearTimeout( timer );
	};
}
