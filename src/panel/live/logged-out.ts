import { errorCode } from '../../shared/errors.ts';

const CODES: readonly string[] = [
	'rest_cookie_invalid_nonce',
	'rest_not_logged_in',
];
const UNAUTHORIZED = 401;
/** What admin-ajax.php answers when a user who is logged out asks for a new nonce. */
const NO_NONCE: readonly number[] = [ 400, 401, 403 ];

function statusOf( error: unknown ): unknown {
	const data = ( error as { data?: { status?: unknown } | null } | null )
		?.data;
	return data?.status;
}

/**
 * Tells whether a request was refused because the person is logged out. A nonce that merely ran out is renewed before
 * the request is rejected, so a rejection means that there was no new one.
 *
 * @param error What was caught: apiFetch of WordPress 6.8 rejects with the bare response when it gets no new nonce.
 */
export function isLoggedOut( error: unknown ): boolean {
	return error instanceof Response
		? NO_NONCE.includes( error.status )
		: CODES.includes( errorCode( error ) ) ||
				statusOf( error ) === UNAUTHORIZED;
}

/**
 * Finds the page to log in at, also where WordPress lies in a folder.
 *
 * @param page Address of a page of wp-admin.
 */
export function loginUrl( page: string ): string {
	const { origin, pathname } = new URL( page );
	const [ folder = '' ] = pathname.split( /\/wp-admin(?:\/|$)/ );
	return `${ origin }${ folder.replace( /\/$/, '' ) }/wp-login.php`;
}
