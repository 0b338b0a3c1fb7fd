import apiFetch, { type APIFetchOptions } from '@wordpress/api-fetch';
import type { RestError } from '../shared/errors.ts';
import { __, sprintf } from '../ui/i18n.ts';

const NAMESPACE = '/headless-deploy/v1';

export const NOT_MODIFIED = 304;

const FORBIDDEN = 403;

/** The code of a response that did not come from WordPress; apiFetch uses it too. */
export const UNREADABLE = 'invalid_json';

/** Returns the path of a route of the plugin. */
export function pathOf( route: string ): string {
	return `${ NAMESPACE }/${ route }`;
}

/**
 * The error for a response of a proxy, a login page or a firewall. It has no `data`, because the status is not that of a
 * route: 401 does not say that the user is logged out of WordPress.
 *
 * @param status The HTTP status.
 */
function errorOfOther( status: number ): RestError {
	const isBlocked = status >= 400 && status < 500;
	return isBlocked
		? {
				code: `http_${ status }`,
				message: sprintf(
					/* translators: %d: an HTTP status, for example 403. */
					__(
						'A firewall, a security plugin or the web server answered with error %d, so the request did not reach Headless Deploy. Requests to /wp-json/headless-deploy/ must be allowed there.',
						'headless-deploy'
					),
					status
				),
			}
		: {
				code: UNREADABLE,
				message: __(
					'The response did not come from WordPress.',
					'headless-deploy'
				),
			};
}

/**
 * Rejects a successful response that is not from this plugin, but from a proxy, a login page or another plugin.
 *
 * @param key A list or a text that each answer of the route has.
 */
export function checkedResponse< T >( answer: T, key: keyof T ): T {
	const found: unknown = answer?.[ key ];
	if ( typeof found !== 'string' && ! Array.isArray( found ) ) {
		throw errorOfOther( 200 );
	}
	return answer;
}

export async function errorOf( response: Response ): Promise< RestError > {
	const body: unknown = await response.json().catch( () => null );
	const { code, message } = ( body ?? {} ) as Partial< RestError >;
	return typeof code === 'string' && typeof message === 'string'
		? { data: { status: response.status }, ...( body as RestError ) }
		: errorOfOther( response.status );
}

/**
 * Calls a path without apiFetch's parsing, so that the status, headers and 304 can be read. An expired nonce is renewed
 * once, which apiFetch itself does for parsed requests only.
 *
 * @param mayRenew Whether the nonce was not renewed yet.
 *
 * @return Also a response that refuses the request.
 */
export async function fetchResponse(
	path: string,
	options: APIFetchOptions = {},
	mayRenew = true
): Promise< Response > {
	const response = await apiFetch< Response >( {
		...options,
		path,
		parse: false,
	} ).catch( ( refusal: unknown ) => {
		if ( refusal instanceof Response ) {
			return refusal;
		}
		throw refusal;
	} );
	if (
		mayRenew &&
		response.status === FORBIDDEN &&
		( await errorOf( response.clone() ) ).code ===
			'rest_cookie_invalid_nonce'
	) {
		await apiFetch( { path: pathOf( 'environments' ) } );
		return fetchResponse( path, options, false );
	}
	return response;
}

/** Calls a path; rejects with the error of a response that refuses the request. */
export async function fetchRaw(
	path: string,
	options?: APIFetchOptions
): Promise< Response > {
	const response = await fetchResponse( path, options );
	if ( response.ok || response.status === NOT_MODIFIED ) {
		return response;
	}
	throw await errorOf( response );
}

/** Reads the body of a successful response. */
export async function bodyOf< T >( response: Response ): Promise< T > {
	try {
		return ( await response.json() ) as T;
	} catch {
		throw errorOfOther( response.status );
	}
}

/** Calls a path and reads the response. */
export async function fetchJson< T >(
	path: string,
	options: APIFetchOptions = {}
): Promise< T > {
	return bodyOf( await fetchRaw( path, options ) );
}

/**
 * Calls a route of the plugin.
 *
 * @param key A list or a text that each answer of the route has.
 */
export async function request< T >(
	route: string,
	key: keyof T,
	options: APIFetchOptions = {}
): Promise< T > {
	return checkedResponse(
		await fetchJson< T >( pathOf( route ), options ),
		key
	);
}
