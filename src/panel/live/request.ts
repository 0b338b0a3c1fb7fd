import apiFetch, { type APIFetchOptions } from '@wordpress/api-fetch';
import { errorCode } from '../../shared/errors.ts';
import type { RestError } from '../../shared/errors.ts';
import { __ } from '../i18n.ts';

const NAMESPACE = '/headless-deploy/v1';

export const NOT_MODIFIED = 304;

/** The code with which apiFetch rejects if it cannot parse a response. */
export const UNREADABLE = 'invalid_json';

/** Returns the path of a route of the plugin. */
export function pathOf( route: string ): string {
	return `${ NAMESPACE }/${ route }`;
}

/**
 * Rejects a successful response that is not from this plugin, but from a proxy, a login page or another plugin.
 *
 * @param key A list or a text that each answer of the route has.
 */
export function checkedResponse< T >( answer: T, key: keyof T ): T {
	const found: unknown = answer?.[ key ];
	if ( typeof found !== 'string' && ! Array.isArray( found ) ) {
		throw {
			code: UNREADABLE,
			message: __(
				'The response did not come from WordPress.',
				'headless-deploy'
			),
		};
	}
	return answer;
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
	const path = pathOf( route );
	return checkedResponse( await apiFetch< T >( { path, ...options } ), key );
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
 * Calls a path without apiFetch's parsing, so that headers and 304 can be read. An expired nonce is renewed once, which
 * apiFetch itself does for parsed requests only.
 *
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
