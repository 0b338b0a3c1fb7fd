import { errorCode, errorMessage } from '../../shared/errors.ts';
import type { Action } from '../../shared/actions.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { isLoggedOut } from '../login.ts';
import { UNREADABLE } from '../request.ts';
import { actionLabel } from './action.ts';

export function loggedOutHeadline(): string {
	return __( 'You were logged out.', 'headless-deploy' );
}

export function loggedOutAdvice(): string {
	return __( 'Log in again, then continue here.', 'headless-deploy' );
}

export function noResponseText(): string {
	return __( 'WordPress did not respond.', 'headless-deploy' );
}

/**
 * Finds the message for a rejected request.
 *
 * @param fallback For errors without a message, and if the response could not be read.
 */
export function errorText( error: unknown, fallback: string ): string {
	if ( isLoggedOut( error ) ) {
		return `${ loggedOutHeadline() } ${ loggedOutAdvice() }`;
	}
	// “The response is not a valid JSON response.” does not say what to do.
	return errorCode( error ) === UNREADABLE
		? fallback
		: errorMessage( error, fallback );
}

/** The codes of apiFetch and WordPress after which it is not known whether the server did what was requested. */
const UNKNOWN_RESULTS = [
	UNREADABLE,
	'fetch_error',
	'offline_error',
	'internal_server_error',
];

/** Whether the request may have been carried out: WordPress has neither confirmed nor refused it. */
function isResultUnknown( error: unknown ): boolean {
	const code = errorCode( error );
	return code === '' || UNKNOWN_RESULTS.includes( code );
}

/** What a failed request means for the run that it should have started. */
function notStartedText( error: unknown, wasOffline: boolean, run: string ) {
	if ( isLoggedOut( error ) ) {
		return sprintf(
			/* translators: %s: an action, for example “Rebuild”. */
			__(
				'You were logged out, so %s was not started. Log in again, then start it here.',
				'headless-deploy'
			),
			run
		);
	}
	return wasOffline
		? sprintf(
				/* translators: %s: an action, for example “Rebuild”. */
				__(
					'This browser is offline, so %s was not started.',
					'headless-deploy'
				),
				run
			)
		: sprintf(
				/* translators: %s: an action, for example “Rebuild”. */
				__(
					'The connection to WordPress was lost. It is not known whether %s was started. Check Activity before you start it again.',
					'headless-deploy'
				),
				run
			);
}

/** What a failed request means if it should have changed something else, for example canceled a run. */
function notChangedText( error: unknown, wasOffline: boolean ): string {
	if ( isLoggedOut( error ) ) {
		return __(
			'You were logged out, so nothing was changed. Log in again, then continue here.',
			'headless-deploy'
		);
	}
	return wasOffline
		? __(
				'This browser is offline, so nothing was changed.',
				'headless-deploy'
			)
		: __(
				'The connection to WordPress was lost. It is not known whether the change was made. Check the status before you repeat it.',
				'headless-deploy'
			);
}

/**
 * Says what a failed request of a button means: the server's reason, or whether the run was started.
 *
 * @param action     The action that the button starts, if it starts one.
 * @param wasOffline Whether the browser was offline when the button was pressed: then nothing was sent.
 */
export function requestFailure(
	error: unknown,
	action: Action | undefined,
	wasOffline: boolean
): string {
	const reason =
		isLoggedOut( error ) || wasOffline || isResultUnknown( error )
			? ''
			: errorText( error, '' );
	if ( reason !== '' ) {
		return reason;
	}
	return action === undefined
		? notChangedText( error, wasOffline )
		: notStartedText( error, wasOffline, actionLabel( action ) );
}
