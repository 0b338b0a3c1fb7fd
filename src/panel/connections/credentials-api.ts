import apiFetch from '@wordpress/api-fetch';
import type { Credentials, CredentialsInput } from '../../shared/wire.ts';
import { pathOf } from '../live/api.ts';
import { fetchSettings } from '../settings/api.ts';
import { checkedResponse } from '../live/response-guard.ts';

const PATH = 'settings/credentials';

function ifMatch( etag: string ): Record< string, string > {
	return etag === '' ? {} : { 'If-Match': etag };
}

/**
 * Saves credentials, unless another user saved first (412).
 *
 * @param etag  The version that was shown; empty where there was none.
 * @param input What changes; without a password the stored one stays.
 */
export async function saveCredentials(
	etag: string,
	input: CredentialsInput
): Promise< Credentials > {
	const fresh = await apiFetch< Credentials >( {
		path: pathOf( PATH ),
		method: 'PUT',
		headers: ifMatch( etag ),
		data: input,
	} );
	return checkedResponse( fresh, 'etag' );
}

/**
 * Removes stored credentials; what wp-config.php says stays.
 *
 * @param etag The version that was shown to the person who confirmed.
 */
export async function deleteCredentials( etag: string ): Promise< void > {
	await apiFetch( {
		path: pathOf( PATH ),
		method: 'DELETE',
		headers: ifMatch( etag ),
	} );
}

/** Has the server sign in once; the answer says what came of it. */
export async function checkCredentials(): Promise< Credentials > {
	const fresh = await apiFetch< Credentials >( {
		path: pathOf( `${ PATH }/check` ),
		method: 'POST',
	} );
	return checkedResponse( fresh, 'etag' );
}

/** Asks for the credentials as they are now, null where there are none. */
export async function newestCredentials(): Promise< Credentials | null > {
	return ( await fetchSettings() ).credentials ?? null;
}
