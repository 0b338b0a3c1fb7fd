import apiFetch from '@wordpress/api-fetch';
import type { Action, Lane } from '../../shared/actions.ts';
import type {
	EnvironmentSettings,
	Runs,
	Run,
	RunResponse,
	Status,
} from '../../shared/wire.ts';
import {
	checkedResponse,
	fetchRaw,
	NOT_MODIFIED,
	pathOf,
	request,
} from './request.ts';

/** One answer of `GET /status`, with what the server's clock needs to be read from it. */
export interface StatusAnswer {
	/** Null when nothing changed since the ETag. */
	status: Status | null;
	etag: string;
	/** The server's time in milliseconds, null when the answer carried none. */
	dateMs: number | null;
	/** How much later it may have been. */
	withinMs: number;
	/** This machine's clock when the request left and when its answer came. */
	sentAtMs: number;
	receivedAtMs: number;
}

/**
 * Asks for the state of all environments.
 *
 * @param etag The ETag of the state that is known already, or an empty string.
 */
export async function fetchStatus( etag: string ): Promise< StatusAnswer > {
	const sentAtMs = Date.now();
	const response = await fetchRaw(
		pathOf( 'status' ),
		etag === '' ? {} : { 'If-None-Match': etag }
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
						( await response.json() ) as Status,
						'environments'
					),
		etag: response.headers.get( 'ETag' ) ?? '',
		dateMs: Number.isNaN( dateMs ) ? null : dateMs,
		withinMs: exact === null ? 1_000 : 1,
		sentAtMs,
		receivedAtMs,
	};
}

/** Lets the server send what is due. */
export async function dispatchDue(): Promise< void > {
	await apiFetch( { path: pathOf( 'dispatch' ), method: 'POST' } );
}

/** Tells the server, while this page goes away, to send what is due in a moment. */
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

function changePending( environment: string, lane: Lane, to: string ) {
	return request< RunResponse >(
		environmentRoute( environment, `pending/${ lane }/${ to }` ),
		'message',
		{ method: 'POST' }
	);
}

/** Sends the pending run of a lane without waiting for its countdown. */
export function runPendingNow(
	environment: string,
	lane: Lane
): Promise< RunResponse > {
	return changePending( environment, lane, 'now' );
}

/** Cancels the pending run of a lane; the log keeps it as canceled. */
export function cancelPending(
	environment: string,
	lane: Lane
): Promise< RunResponse > {
	return changePending( environment, lane, 'cancel' );
}

/** Makes the canceled changes of a lane pending again. */
export function undoCancel(
	environment: string,
	lane: Lane
): Promise< RunResponse > {
	return changePending( environment, lane, 'undo' );
}

/** Sends again what a failed run should have sent. */
export function retryRun( run: number ): Promise< RunResponse > {
	return request( `runs/${ run }/retry`, 'message', { method: 'POST' } );
}

/** Asks for the newest runs of all environments. */
export async function fetchRuns( count: number ): Promise< Run[] > {
	return ( await request< Runs >( `runs?per_page=${ count }`, 'runs' ) ).runs;
}

/** Asks for the newest runs of an environment that are known to be live. */
export async function fetchLive(
	environment: string,
	count: number
): Promise< Run[] > {
	const id = encodeURIComponent( environment );
	const route = `runs?environment=${ id }&status=live&per_page=${ count }`;
	return ( await request< Runs >( route, 'runs' ) ).runs;
}

/** Lets changes wait until a user starts a run, or be sent automatically again. */
export async function holdChanges(
	environment: string,
	hold: boolean
): Promise< void > {
	const route = environmentRoute( environment, hold ? 'hold' : 'release' );
	await apiFetch( { path: pathOf( route ), method: 'POST' } );
}

/** What a user decides about a pause: see `docs/rest.md`. */
export type PauseDecision =
	'pause' | 'resume' | 'confirm-copy' | 'confirm-move';

/** Pauses an environment or ends its pause; for administrators. */
export function decidePause(
	environment: string,
	decision: PauseDecision
): Promise< EnvironmentSettings > {
	const route = environmentRoute( environment, decision );
	return request( `settings/${ route }`, 'etag', { method: 'POST' } );
}
