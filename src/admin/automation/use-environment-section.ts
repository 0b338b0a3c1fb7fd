import { useEffect, useRef } from '@wordpress/element';
import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import { updateEnvironment } from '../live/api.ts';
import { newestEnvironment } from './newest.ts';
import { type Section, sectionOf } from './section.ts';
import type { Draft } from './use-draft.ts';
import { useVersionedSave } from './use-versioned-save.ts';

/**
 * Saves a part of an environment's automation.
 *
 * @param environment The version that is shown.
 * @param draft       What is typed.
 * @param inputOf     Makes the body of what differs.
 * @param onFresh     Takes the server's fresh version.
 * @param onUnsaved   Is told whether something is unsaved.
 */
export function useEnvironmentSection< T extends object >(
	environment: EnvironmentSettings,
	draft: Draft< T >,
	inputOf: ( changed: Partial< T > ) => EnvironmentInput,
	onFresh: ( fresh: EnvironmentSettings ) => void,
	onUnsaved: ( isUnsaved: boolean ) => void
): Section {
	const isUnsaved = draft.count > 0;
	const tell = useRef( onUnsaved );
	tell.current = onUnsaved;
	useEffect( () => tell.current( isUnsaved ), [ isUnsaved ] );
	const saving = useVersionedSave< EnvironmentSettings, EnvironmentInput >( {
		etag: environment.etag,
		put: ( etag, input ) =>
			updateEnvironment( environment.id, etag, input ),
		newest: () => newestEnvironment( environment.id ),
		onFresh,
		saidAfter: ( { label } ) =>
			sprintf(
				/* translators: %s: name of an environment. */
				__( 'Saved for %s.', 'headless-deploy' ),
				label
			),
	} );
	return sectionOf( draft, saving, inputOf );
}
