import { useState } from '@wordpress/element';
import type { Credentials, CredentialsInput } from '../../shared/wire.ts';
import {
	checkCredentials,
	deleteCredentials,
	newestCredentials,
	saveCredentials,
} from '../settings/api.ts';
import { useSave } from '../settings/use-save.ts';

type CredentialsWork = 'save' | 'check' | 'remove';

/** Saves, checks and removes the credentials for the platform's API. */
export function useCredentials(
	credentials: Credentials | null,
	onFresh: ( fresh: Credentials | null ) => void
) {
	const saving = useSave();
	const [ work, setWork ] = useState< CredentialsWork >( 'save' );
	const doing = ( what: CredentialsWork, ask: () => Promise< void > ) => {
		setWork( what );
		return saving.save( ask );
	};
	const put = async ( etag: string, input: CredentialsInput ) =>
		onFresh( await saveCredentials( etag, input ) );
	const etag = credentials?.etag ?? '';
	return {
		busy: saving.busy ? work : null,
		error: saving.error,
		/** Which of the requests failed. */
		failed: saving.error === null ? null : work,
		forget: saving.forget,
		save: ( input: CredentialsInput ) =>
			doing( 'save', () => put( etag, input ) ),
		/** Saves on the newest version, after a conflict and on demand only. */
		overwrite: ( input: CredentialsInput ) =>
			doing( 'save', async () =>
				put( ( await newestCredentials() )?.etag ?? '', input )
			),
		showNewer: () =>
			doing( 'save', async () => onFresh( await newestCredentials() ) ),
		/** Resolves to false if the platform rejects them or does not respond. */
		check: async () => {
			let works = false;
			await doing( 'check', async () => {
				const fresh = await checkCredentials();
				works = fresh.works !== false;
				onFresh( fresh );
			} );
			return works;
		},
		remove: () =>
			doing( 'remove', async () => {
				await deleteCredentials( etag );
				// Those in wp-config.php remain.
				onFresh( await newestCredentials() );
			} ),
	};
}
