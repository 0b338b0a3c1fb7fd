import { useDispatch } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { __, sprintf } from '../../ui/i18n.ts';
import type {
	EnvironmentInput,
	EnvironmentSettings,
	GeneralInput,
	GeneralSettings,
} from '../../shared/wire.ts';
import {
	newestEnvironment,
	newestGeneral,
	updateEnvironment,
	updateGeneral,
} from './api.ts';
import { type Save, type SaveError, useSave } from './use-save.ts';

/** A resource that is written on the version that was shown. */
interface Versioned< T, Input > {
	/** The version that is shown; empty for a new resource. */
	etag: string;
	put: ( etag: string, input: Input ) => Promise< T >;
	newest: () => Promise< T >;
	/** Finds the version of another user in the data of a conflict. */
	pick: ( data: SaveError[ 'data' ] ) => T | undefined;
	/** Takes the server's newest version, also when it is another user's. */
	onUpdate: ( updated: T ) => void;
	successMessage: ( updated: T ) => string;
}

/** Saving a resource that several users may edit. */
export interface VersionedSave< T, Input > extends Pick<
	Save,
	'busy' | 'error' | 'forget' | 'fail'
> {
	/** After a conflict, the version that another user saved, if the response contains it. */
	newerVersion: T | null;
	/** Saves on the version that is shown; returns whether it was saved. */
	save: ( input: Input ) => Promise< boolean >;
	/** Saves on the newest version, after a conflict and on demand only. */
	overwrite: ( input: Input ) => Promise< boolean >;
	/** Loads the version that another user saved, then calls back. */
	showNewer: ( onShown?: () => void ) => void;
}

/** Saves a resource and reports success; it overwrites another user's version only on demand. */
export function useVersionedSave< T extends { etag: string }, Input >(
	resource: Versioned< T, Input >
): VersionedSave< T, Input > {
	const { newest, onUpdate, successMessage } = resource;
	const { busy, error, save, forget, fail } = useSave();
	const { createSuccessNotice } = useDispatch( noticesStore );
	const put = async ( etag: string, input: Input ) => {
		const updated = await resource.put( etag, input );
		onUpdate( updated );
		void createSuccessNotice( successMessage( updated ), {
			type: 'snackbar',
		} );
	};
	return {
		busy,
		error,
		forget,
		fail,
		newerVersion: error?.isConflict
			? ( resource.pick( error.data ) ?? null )
			: null,
		save: ( input ) => save( () => put( resource.etag, input ) ),
		overwrite: ( input ) =>
			save( async () => put( ( await newest() ).etag, input ) ),
		showNewer: ( onShown = () => {} ) =>
			void save( async () => {
				onUpdate( await newest() );
				onShown();
			} ),
	};
}

/** Saves a part of the settings for all environments. */
export function useGeneralSave(
	{ etag }: GeneralSettings,
	successMessage: () => string,
	onUpdate: ( updated: GeneralSettings ) => void
) {
	return useVersionedSave< GeneralSettings, GeneralInput >( {
		etag,
		put: updateGeneral,
		newest: newestGeneral,
		pick: ( data ) => data.general,
		onUpdate,
		successMessage,
	} );
}

/** The success message of a part of an environment. */
export function savedFor( { label }: EnvironmentSettings ): string {
	/* translators: %s: name of an environment. */
	return sprintf( __( 'Saved for %s.', 'headless-deploy' ), label );
}

/**
 * Saves a part of an environment.
 *
 * @param put Writes the input on a version of the environment.
 */
export function useEnvironmentSave(
	{ id, etag }: EnvironmentSettings,
	successMessage: ( updated: EnvironmentSettings ) => string,
	onUpdate: ( updated: EnvironmentSettings ) => void,
	put = ( version: string, input: EnvironmentInput ) =>
		updateEnvironment( id, version, input )
) {
	return useVersionedSave< EnvironmentSettings, EnvironmentInput >( {
		etag,
		put,
		newest: () => newestEnvironment( id ),
		pick: ( data ) => data.environment,
		onUpdate,
		successMessage,
	} );
}
