import { useEffect, useRef } from '@wordpress/element';
import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import type { Draft } from '../settings/use-draft.ts';
import { useEnvironmentSave } from '../settings/use-environment-save.ts';
import { type Section, type SectionFields, sectionOf } from './section.ts';

/**
 * Saves a part of an environment's automation.
 *
 * @param environment The version that is shown.
 * @param onFresh     Takes the server's fresh version.
 * @param onUnsaved   Is told whether something is unsaved.
 */
export function useEnvironmentSection< T extends object >(
	environment: EnvironmentSettings,
	draft: Draft< T >,
	fields: SectionFields< EnvironmentSettings, T, EnvironmentInput >,
	onFresh: ( fresh: EnvironmentSettings ) => void,
	onUnsaved: ( isUnsaved: boolean ) => void
): Section {
	const isUnsaved = draft.count > 0;
	const latest = useRef( onUnsaved );
	latest.current = onUnsaved;
	useEffect( () => latest.current( isUnsaved ), [ isUnsaved ] );
	const saving = useEnvironmentSave(
		environment,
		( { label } ) =>
			sprintf(
				/* translators: %s: name of an environment. */
				__( 'Saved for %s.', 'headless-deploy' ),
				label
			),
		onFresh
	);
	return sectionOf( environment, draft, saving, fields );
}
