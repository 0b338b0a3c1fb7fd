import { useState } from '@wordpress/element';
import type { Credentials, CredentialsInput } from '../../shared/wire.ts';
import {
	checkCredentials,
	deleteCredentials,
	newestCredentials,
	saveCredentials,
} from './credentials-api.ts';
import { type SaveError, useSave } from '../settings/use-save.ts';

/** What is being done. */
export type CredentialsWork = 'save' | 'check' | 'remove';

interface CredentialsState {
	busy: CredentialsWork | null;
	error: SaveError | null;
	/** What the error is about. */
	failed: CredentialsWork | null;
	save: ( input: CredentialsInput ) => Promise< boolean >;
	/** Saves on the newest version, after a conflict and on demand only. */
	overwrite: ( input: CredentialsInput ) => Promise< boolean >;
	showNewer: () => Promise< boolean >;
	/** Resolves to false where the platform refuses them, or could not be asked. */
	check: () => Promise< boolean >;
	remove: () => Promise< boolean >;
	forget: () => void;
}

/**
 * Keeps access to the API of the hosting platform.
 *
 * @param credentials What is known, null where there are none.
 * @param onFresh     Takes what the server answers.
 */
export function useCredentials(
	credentials: Credentials | null,
	onFresh: ( fresh: Credentials | null ) => void
): CredentialsState {
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
		failed: saving.error === null ? null : work,
		forget: saving.forget,
		save: ( input ) => doing( 'save', () => put( etag, input ) ),
		overwrite: ( input ) =>
			doing( 'save', async () =>
				put( ( await newestCredentials() )?.etag ?? '', input )
			),
		showNewer: () =>
			doing( 'save', async () => onFresh( await newestCredentials() ) ),
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
				// What wp-config.php says may be left.
				onFresh( await newestCredentials() );
			} ),
	};
}
