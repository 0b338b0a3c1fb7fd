import { errorCode } from '../shared/errors.ts';

const CODES: readonly string[] = [
	'rest_cookie_invalid_nonce',
	'rest_not_logged_in',
];
const UNAUTHORIZED = 401;
/** The responses of admin-ajax.php to a logged-out user who requests a new nonce. */
const NO_NONCE: readonly number[] = [ 400, 401, 403 ];

function statusOf( error: unknown ): unknown {
	const data = ( error as { data?: { status?: unknown } | null } | null )
		?.data;
	return data?.status;
}

/**
 * Whether a request was rejected because the user is logged out. An expired nonce is renewed before the request is
 * rejected.
 *
 * @param error apiFetch of WordPress 6.8 rejects with the bare response when it gets no new nonce.
 */
export function isLoggedOut( error: unknown ): boolean {
	return error instanceof Response
		? NO_NONCE.includes( error.status )
		: CODES.includes( errorCode( error ) ) ||
				statusOf( error ) === UNAUTHORIZED;
}

/** Works also if WordPress is installed in a folder. */
export function loginUrl( page: string ): string {
	const { origin, pathname } = new URL( page );
	const [ folder = '' ] = pathname.split( /\/wp-admin(?:\/|$)/ );
	return `${ origin }${ folder.replace( /\/$/, '' ) }/wp-login.php`;
}
