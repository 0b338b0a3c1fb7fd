import { useDispatch } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { __ } from '../i18n.ts';
import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';
import { fetchSettings, updateEnvironment } from '../live/api.ts';
import { type SaveError, useSave } from './use-save.ts';

interface EnvironmentSave {
	busy: boolean;
	error: SaveError | null;
	/** Saves on the version that is shown. */
	save: ( input: EnvironmentInput ) => Promise< boolean >;
	/** Saves on the newest version, after a conflict and on demand only. */
	overwrite: ( input: EnvironmentInput ) => Promise< boolean >;
	/** Asks for the version that somebody else saved. */
	showNewer: () => Promise< void >;
	/** Shows what is wrong before anybody is asked. */
	fail: ( error: SaveError ) => void;
	forget: () => void;
}

async function newest( id: string ): Promise< EnvironmentSettings > {
	const { environments } = await fetchSettings();
	const found = environments.find( ( environment ) => environment.id === id );
	if ( ! found ) {
		const message = __(
			'This environment was removed meanwhile.',
			'headless-deploy'
		);
		throw { code: 'headless_deploy_unknown_environment', message };
	}
	return found;
}

/**
 * Saves changes of one environment and says so, only when they were saved.
 *
 * @param environment The version that is shown.
 * @param saidAfter   Finds the words after a success, for the server's fresh version.
 * @param onSaved     Takes the server's fresh version.
 */
export function useEnvironmentSave(
	environment: EnvironmentSettings,
	saidAfter: ( fresh: EnvironmentSettings ) => string,
	onSaved: ( fresh: EnvironmentSettings ) => void
): EnvironmentSave {
	const { id, etag } = environment;
	const { busy, error, save, fail, forget } = useSave();
	const { createSuccessNotice } = useDispatch( noticesStore );
	const put = async ( version: string, input: EnvironmentInput ) => {
		const fresh = await updateEnvironment( id, version, input );
		onSaved( fresh );
		createSuccessNotice( saidAfter( fresh ), { type: 'snackbar' } );
	};
	return {
		busy,
		error,
		fail,
		forget,
		save: ( input ) => save( () => put( etag, input ) ),
		overwrite: ( input ) =>
			save( async () => put( ( await newest( id ) ).etag, input ) ),
		showNewer: async () => {
			await save( async () => onSaved( await newest( id ) ) );
		},
	};
}
