import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';
import { updateEnvironment } from './api.ts';
import { newestEnvironment } from './newest-version.ts';
import { useVersionedSave, type VersionedSave } from './use-versioned-save.ts';

/** Saving a part of an environment. */
export type EnvironmentSave = VersionedSave<
	EnvironmentSettings,
	EnvironmentInput
>;

/**
 * Saves changes of one environment and says so, only when they were saved.
 *
 * @param environment The version that is shown.
 * @param saidAfter   Finds the words after a success, for the server's fresh version.
 * @param onFresh     Takes the server's fresh version, also when it is another user's.
 */
export function useEnvironmentSave(
	environment: EnvironmentSettings,
	successMessage: ( fresh: EnvironmentSettings ) => string,
	onFresh: ( fresh: EnvironmentSettings ) => void
): EnvironmentSave {
	const { id, etag } = environment;
	return useVersionedSave< EnvironmentSettings, EnvironmentInput >( {
		etag,
		put: ( version, input ) => updateEnvironment( id, version, input ),
		newest: () => newestEnvironment( id ),
		pick: ( data ) => data.environment,
		onFresh,
		successMessage,
	} );
}
