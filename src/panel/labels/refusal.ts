import { errorCode, errorMessage } from '../../shared/errors.ts';
import { __ } from '../i18n.ts';
import { isLoggedOut } from '../live/login.ts';
import { UNREADABLE } from '../live/request.ts';

export function loggedOutHeadline(): string {
	return __( 'You were logged out.', 'headless-deploy' );
}

export function loggedOutAdvice(): string {
	return __(
		'Log in again, then continue here. Nothing was lost.',
		'headless-deploy'
	);
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
