import type { Action } from '../../src/shared/actions.ts';
import type { BrowserKit } from './kit.ts';

/**
 * Calls an endpoint of the kit's platform as its API user.
 *
 * @param path Path with its query.
 * @param body A form, or an object that is sent as JSON.
 */
export async function callPlatform< T >(
	kit: Pick< BrowserKit, 'hosting' >,
	method: string,
	path: string,
	body?: object
): Promise< T > {
	const { url, user, password } = kit.hosting;
	const isJson = body !== undefined && ! ( body instanceof FormData );
	const answer = await fetch( url + path, {
		method,
		headers: {
			authorization: `Basic ${ btoa( `${ user }:${ password }` ) }`,
			...( isJson && { 'content-type': 'application/json' } ),
		},
		body: body instanceof FormData ? body : body && JSON.stringify( body ),
	} );
	const text = await answer.text();
	if ( ! answer.ok ) {
		throw new Error( `${ answer.status } ${ text }` );
	}
	return ( text ? JSON.parse( text ) : null ) as T;
}

/** The webhook URLs of the environment, as the portal shows them. */
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
