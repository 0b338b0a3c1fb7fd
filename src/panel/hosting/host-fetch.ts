import apiFetch from '@wordpress/api-fetch';
import { errorOf, pathOf } from '../../live/request.ts';

/** Stands for the plugin’s routes: apiFetch finds their address. */
export const HOSTING_URL = 'https://hosting.invalid';

const NONCE_EXPIRED = 'rest_cookie_invalid_nonce';

async function isNonceExpired( response: Response ): Promise< boolean > {
	if ( response.status !== 403 ) {
		return false;
	}
	const body: unknown = await response
		.clone()
		.json()
		.catch( () => null );
	return ( body as { code?: string } | null )?.code === NONCE_EXPIRED;
}

/** WordPress answers every error as JSON with a message. A firewall does not, and the host did not answer then. */
async function explained( response: Response ): Promise< Response > {
	const error = await errorOf( response.clone() );
	return error.data === undefined
		? Response.json( error, { status: response.status } )
		: response;
}

async function send( request: Request, body: Blob ): Promise< Response > {
	const { pathname, search } = new URL( request.url );
	try {
		return await apiFetch< Response >( {
			path: pathOf( `hosting${ pathname }${ search }` ),
			method: request.method,
			headers: Object.fromEntries( request.headers ),
			signal: request.signal,
			parse: false,
			...( body.size > 0 ? { body } : {} ),
		} );
	} catch ( refusal ) {
		if ( refusal instanceof Response ) {
			return explained( refusal );
		}
		throw refusal;
	}
}

/**
 * Requests a route of the host through the plugin. A nonce that expired is renewed once, which apiFetch does for parsed
 * requests only.
 */
export async function hostFetch( request: Request ): Promise< Response > {
	const body = await request.blob();
	const response = await send( request, body );
	if ( ! ( await isNonceExpired( response ) ) ) {
		return response;
	}
	await apiFetch( { path: pathOf( 'hosting/account' ) } );
	return send( request, body );
}
