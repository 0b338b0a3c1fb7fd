/** Calls the kit's platform as its API user. */
import type { Action } from '../../src/shared/actions.ts';
import type { BrowserKit } from './kit.ts';

/**
 * Calls one endpoint.
 *
 * @param path Path with its query.
 */
export async function callPlatform< T >(
	kit: BrowserKit,
	method: string,
	path: string,
	body?: object
): Promise< T > {
	const { url, user, password } = kit.hosting;
	const answer = await fetch( url + path, {
		method,
		headers: {
			authorization: `Basic ${ btoa( `${ user }:${ password }` ) }`,
			...( body && { 'content-type': 'application/json' } ),
		},
		body: body && JSON.stringify( body ),
	} );
	const text = await answer.text();
	if ( ! answer.ok ) {
		throw new Error( `${ answer.status } ${ text }` );
	}
	return ( text ? JSON.parse( text ) : null ) as T;
}

/**
 * Returns the webhook URLs of the environment, as an administrator copies them in the portal.
 */
export function webhookUrls(
	kit: BrowserKit
): Promise< Record< Action, string > > {
	const { accountName, appId, environmentId } = kit.hosting;
	return callPlatform(
		kit,
		'GET',
		`/_local/accounts/${ accountName }/apps/${ appId }/environments/${ environmentId }/webhooks`
	);
}
