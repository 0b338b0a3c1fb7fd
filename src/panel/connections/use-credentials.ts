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
	onUpdate: ( updated: Credentials | null ) => void
) {
	const saving = useSave();
	const [ work, setWork ] = useState< CredentialsWork >( 'save' );
	const run = ( next: CredentialsWork, send: () => Promise< void > ) => {
		setWork( next );
		return saving.save( send );
	};
	const put = async ( etag: string, input: CredentialsInput ) =>
		onUpdate( await saveCredentials( etag, input ) );
	const etag = credentials?.etag ?? '';
	return {
		busy: saving.busy ? work : null,
		error: saving.error,
		/** Which of the requests failed. */
		failed: saving.error === null ? null : work,
		forget: saving.forget,
		save: ( input: CredentialsInput ) =>
			run( 'save', () => put( etag, input ) ),
		/** Saves on the newest version, after a conflict and on demand only. */
		overwrite: ( input: CredentialsInput ) =>
			run( 'save', async () =>
				put( ( await newestCredentials() )?.etag ?? '', input )
			),
		showNewer: ( onShown: () => void ) =>
			void run( 'save', async () => {
				onUpdate( await newestCredentials() );
				onShown();
			} ),
		/** Resolves to false if the platform rejects them or does not respond. */
		check: async () => {
			let works = false;
			await run( 'check', async () => {
				const updated = await checkCredentials();
				works = updated.works !== false;
				onUpdate( updated );
			} );
			return works;
		},
		remove: () =>
			run( 'remove', async () => {
				await deleteCredentials( etag );
				// Those in wp-config.php remain.
				onUpdate( await newestCredentials() );
			} ),
	};
}
