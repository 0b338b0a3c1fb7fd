import apiFetch from '@wordpress/api-fetch';
import type { Action, Lane } from '../../shared/actions.ts';
import { errorCode } from '../../shared/errors.ts';
import type { RestError } from '../../shared/errors.ts';
import type { Runs, Run, RunResponse, Status } from '../../shared/wire.ts';
import { checkedResponse } from './response-guard.ts';

const NAMESPACE = '/headless-deploy/v1';
const NOT_MODIFIED = 304;

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
 * Returns the path of a route of the plugin.
 *
 * @param path What follows the namespace.
 */
export function pathOf( path: string ): string {
	return `${ NAMESPACE }/${ path }`;
}

/**
 * Returns the path of one of an environment's routes.
 *
 * @param id Id of the environment.
 */
export function environmentPath(
	prefix: string,
	id: string,
	rest = ''
): string {
	return pathOf( `${ prefix }/${ encodeURIComponent( id ) }${ rest }` );
}

async function restErrorOf( response: Response ): Promise< RestError > {
	const failure: RestError = {
		code: `http_${ response.status }`,
		message: '',
		data: { status: response.status },
	};
	try {
		return { ...failure, ...( await response.json() ) };
	} catch {
		return failure;
	}
}

/**
 * Asks for a path without apiFetch's parsing, so that headers and 304 can be read. A nonce that ran out is renewed
 * once, which apiFetch itself does for parsed requests only.
 *
 * @param path     Path below the REST root.
 * @param mayRenew Whether the nonce was not renewed yet.
 */
export async function fetchRaw(
	path: string,
	headers: Record< string, string > = {},
	mayRenew = true
): Promise< Response > {
	try {
		return await apiFetch< Response >( { path, headers, parse: false } );
	} catch ( refusal ) {
		if ( ! ( refusal instanceof Response ) ) {
			throw refusal;
		}
		if ( refusal.status === NOT_MODIFIED ) {
			return refusal;
		}
		const error = await restErrorOf( refusal );
		if ( mayRenew && errorCode( error ) === 'rest_cookie_invalid_nonce' ) {
			await apiFetch( { path } );
			return fetchRaw( path, headers, false );
		}
		throw error;
	}
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

/**
 * Presses a button: sends an action at once, with all changes that are pending.
 *
 * @param environment Id of the environment.
 */
export async function startRun(
	environment: string,
	action: Action
): Promise< RunResponse > {
	const answer = await apiFetch< RunResponse >( {
		path: environmentPath( 'environments', environment, '/runs' ),
		method: 'POST',
		data: { action },
	} );
	return checkedResponse( answer, 'message' );
}

/**
 * Sends what is pending in a lane without waiting for its countdown.
 *
 * @param environment Id of the environment.
 */
export async function runPendingNow(
	environment: string,
	lane: Lane
): Promise< RunResponse > {
	const answer = await apiFetch< RunResponse >( {
		path: environmentPath(
			'environments',
			environment,
			`/pending/${ lane }/now`
		),
		method: 'POST',
	} );
	return checkedResponse( answer, 'message' );
}

/**
 * Gives up what is pending in a lane; the log keeps it as canceled.
 *
 * @param environment Id of the environment.
 */
export async function cancelPending(
	environment: string,
	lane: Lane
): Promise< RunResponse > {
	return decideChanges( environment, lane, 'cancel' );
}

/**
 * Makes the canceled changes of a lane pending again.
 *
 * @param environment Id of the environment.
 */
export async function undoCancel(
	environment: string,
	lane: Lane
): Promise< RunResponse > {
	return decideChanges( environment, lane, 'undo' );
}

async function decideChanges(
	environment: string,
	lane: Lane,
	decision: 'cancel' | 'undo'
): Promise< RunResponse > {
	const path = `/pending/${ lane }/${ decision }`;
	const answer = await apiFetch< RunResponse >( {
		path: environmentPath( 'environments', environment, path ),
		method: 'POST',
	} );
	return checkedResponse( answer, 'message' );
}

/**
 * Sends what a failed run should have sent.
 *
 * @param run Id of the failed run.
 */
export async function retryRun( run: number ): Promise< RunResponse > {
	const answer = await apiFetch< RunResponse >( {
		path: pathOf( `runs/${ run }/retry` ),
		method: 'POST',
	} );
	return checkedResponse( answer, 'message' );
}

/** Asks for the newest runs of all environments. */
export async function fetchRuns( count: number ): Promise< Run[] > {
	const answer = await apiFetch< Runs >( {
		path: pathOf( `runs?per_page=${ count }` ),
	} );
	return checkedResponse( answer, 'runs' ).runs;
}

/**
 * Asks for the newest runs of an environment that are known to be live.
 *
 * @param environment Id of the environment.
 */
export async function fetchLive(
	environment: string,
	count: number
): Promise< Run[] > {
	const id = encodeURIComponent( environment );
	const answer = await apiFetch< Runs >( {
		path: pathOf(
			`runs?environment=${ id }&status=live&per_page=${ count }`
		),
	} );
	return checkedResponse( answer, 'runs' ).runs;
}
