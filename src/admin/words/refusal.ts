import { errorMessage } from '../../shared/errors.ts';
import { __ } from '../i18n.ts';
import { isLoggedOut } from '../live/logged-out.ts';

/** Says that one is logged out. */
export function loggedOutHeadline(): string {
	return __( 'You were logged out.', 'headless-deploy' );
}

/** Says what to do about being logged out. */
export function loggedOutAdvice(): string {
	return __(
		'Log in again, then go on here; nothing was lost.',
		'headless-deploy'
	);
}

/**
 * Finds the words for whatever a request was rejected with.
 *
 * @param error    What was caught.
 * @param fallback Said when the rejection carries no words of its own.
 */
export function refusalWords( error: unknown, fallback: string ): string {
	return isLoggedOut( error )
		? `${ loggedOutHeadline() } ${ loggedOutAdvice() }`
		: errorMessage( error, fallback );
}
