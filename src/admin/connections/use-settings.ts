import { useCallback, useEffect, useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import type { EnvironmentSettings, Settings } from '../../shared/wire.ts';
import { fetchSettings } from '../live/api.ts';
import { refusalWords } from '../words/refusal.ts';

export type Problem = NonNullable< Settings[ 'problems' ] >[ number ];

interface SettingsState {
	/** Null before the first answer. */
	environments: EnvironmentSettings[] | null;
	/** What is wrong with the constant that defines environments. */
	problems: readonly Problem[];
	error: string;
	reload: () => Promise< void >;
	/** Puts the server's answer in the place of what is shown. */
	put: ( environment: EnvironmentSettings ) => void;
	remove: ( id: string ) => void;
}

/**
 * Keeps the settings of all environments.
 *
 * @param preloaded What the page came with.
 */
export function useSettings( preloaded: Settings | null ): SettingsState {
	const [ environments, setEnvironments ] = useState(
		preloaded?.environments ?? null
	);
	const [ problems, setProblems ] = useState( preloaded?.problems ?? [] );
	const [ error, setError ] = useState( '' );
	const reload = useCallback( async () => {
		try {
			const settings = await fetchSettings();
			setEnvironments( settings.environments );
			setProblems( settings.problems ?? [] );
			setError( '' );
		} catch ( refusal ) {
			const fallback = __(
				'The settings could not be read.',
				'headless-deploy'
			);
			setError( refusalWords( refusal, fallback ) );
		}
	}, [] );
	useEffect( () => {
		if ( preloaded === null ) {
			void reload();
		}
	}, [ preloaded, reload ] );
	const put = ( fresh: EnvironmentSettings ) =>
		setEnvironments( ( known ) =>
			( known ?? [] ).some( ( { id } ) => id === fresh.id )
				? ( known ?? [] ).map( ( other ) =>
						other.id === fresh.id ? fresh : other
					)
				: [ ...( known ?? [] ), fresh ]
		);
	const remove = ( id: string ) =>
		setEnvironments( ( known ) =>
			( known ?? [] ).filter( ( other ) => other.id !== id )
		);
	return { environments, problems, error, reload, put, remove };
}
