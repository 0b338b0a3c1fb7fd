import apiFetch from '@wordpress/api-fetch';
import type { Action, Lane } from '../shared/actions.ts';
import type {
	DecidedEnvironment,
	HeldEnvironment,
	RunResponse,
	Status,
} from '../shared/wire.ts';
import {
	bodyOf,
	checkedResponse,
	fetchRaw,
	NOT_MODIFIED,
	pathOf,
	request,
} from './request.ts';

/** One response of `GET /status`, with the values from which the server's time is estimated. */
export interface StatusAnswer {
	/** Null when nothing changed since the ETag. */
	status: Status | null;
	etag: string;
	/** The server's time in milliseconds; null if the response has none. */
	dateMs: number | null;
	/** How much later it may have been. */
	resolutionMs: number;
	/** This machine's clock when the request left and when its answer came. */
	sentAtMs: number;
	receivedAtMs: number;
}

/**
 * Loads the status of all environments.
 *
 * @param etag The ETag of the loaded status, or an empty string.
 */
export async function fetchStatus( etag: string ): Promise< StatusAnswer > {
	const sentAtMs = Date.now();
	const response = await fetchRaw(
		pathOf( 'status' ),
		etag === '' ? {} : { headers: { 'If-None-Match': etag } }
	);
	const receivedAtMs = Date.now();
	const date = Date.parse( response.headers.get( 'Date' ) ?? '' );
	const exact = response.headers.get( 'X-Headless-Deploy-Time' );
	const dateMs = exact === null ? date : Number( exact );
	return {
		status:
			response.status === NOT_MODIFIED
				? null
				: checkedResponse(
						await bodyOf< Status >( response ),
						'environments'
					),
		etag: response.headers.get( 'ETag' ) ?? '',
		dateMs: Number.isNaN( dateMs ) ? null : dateMs,
		resolutionMs: exact === null ? 1_000 : 1,
		sentAtMs,
		receivedAtMs,
	};
}

/** Asks the server to send all due runs, and returns the status after it. */
export function dispatchDue(): Promise< Status > {
	return request( 'dispatch', 'environments', { method: 'POST' } );
}

/** Asks the server, while this page closes, to send the runs that are due soon. */
export function dispatchOnPageClose(): void {
	apiFetch( {
		path: pathOf( 'dispatch' ),
		method: 'POST',
		data: { leaving: true },
		keepalive: true,
	} ).catch( () => {
		// The page is closed, so there is no place for a message. WP-Cron sends the run in any case.
	} );
}

function environmentRoute( environment: string, rest: string ): string {
	return `environments/${ encodeURIComponent( environment ) }/${ rest }`;
}

/** Starts a manual run, which includes all pending changes. */
export function startRun(
	environment: string,
	action: Action
): Promise< RunResponse > {
	return request( environmentRoute( environment, 'runs' ), 'message', {
		method: 'POST',
		data: { action },
	} );
}

/**
 * Changes the pending run of a lane.
 *
 * @param to `now` sends it without waiting for its countdown. `cancel` cancels it; the log keeps it as canceled. `undo` makes
 *           its canceled changes pending again.
 */
export function changePending(
	environment: string,
	lane: Lane,
	to: 'now' | 'cancel' | 'undo'
): Promise< RunResponse > {
	return request(
		environmentRoute( environment, `pending/${ lane }/${ to }` ),
		'message',
		{ method: 'POST' }
	);
}

/** Retries a failed run. */
export function retryRun( run: number ): Promise< RunResponse > {
	return request( `runs/${ run }/retry`, 'message', { method: 'POST' } );
}

/** Holds changes until a user starts a run, or releases them. */
export function holdChanges(
	environment: string,
	hold: boolean
): Promise< HeldEnvironment > {
	const route = environmentRoute( environment, hold ? 'hold' : 'release' );
	return request( route, 'message', { method: 'POST' } );
}

/** What a user decides about a pause: see `docs/rest.md`. */
export type PauseDecision =
	'pause' | 'resume' | 'confirm-copy' | 'confirm-move';

/** Pauses an environment or ends its pause; for administrators. */
export function decidePause(
	environment: string,
	decision: PauseDecision
): Promise< DecidedEnvironment > {
	const route = environmentRoute( environment, decision );
	return request( `settings/${ route }`, 'message', { method: 'POST' } );
}
