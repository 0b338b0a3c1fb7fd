import { useCallback, useEffect, useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import type {
	Credentials,
	EnvironmentSettings,
	Settings,
} from '../../shared/wire.ts';
import { fetchSettings } from '../live/api.ts';
import { refusalWords } from '../words/refusal.ts';

export type Problem = NonNullable< Settings[ 'problems' ] >[ number ];

interface SettingsState {
	/** Null before the first answer. */
	environments: EnvironmentSettings[] | null;
	/** What is known of the site as a whole. */
	site: Omit< Settings, 'environments' >;
	error: string;
	reload: () => Promise< void >;
	/** Puts the server's answer in the place of what is shown. */
	put: ( environment: EnvironmentSettings ) => void;
	remove: ( id: string ) => void;
	putCredentials: ( credentials: Credentials | null ) => void;
}

function withFresh(
	known: readonly EnvironmentSettings[],
	fresh: EnvironmentSettings
): EnvironmentSettings[] {
	return known.some( ( { id } ) => id === fresh.id )
		? known.map( ( other ) => ( other.id === fresh.id ? fresh : other ) )
		: [ ...known, fresh ];
}

/**
 * Keeps the settings of all environments.
 *
 * @param preloaded What the page came with.
 */
export function useSettings( preloaded: Settings | null ): SettingsState {
	const [ settings, setSettings ] = useState( preloaded );
	const [ error, setError ] = useState( '' );
	const reload = useCallback( async () => {
		try {
			setSettings( await fetchSettings() );
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
	const change = ( to: ( known: Settings ) => Partial< Settings > ) =>
		setSettings( ( known ) => {
			const from = known ?? { environments: [] };
			return { ...from, ...to( from ) };
		} );
	return {
		environments: settings?.environments ?? null,
		site: settings ?? {},
		error,
		reload,
		put: ( fresh ) =>
			change( ( { environments } ) => ( {
				environments: withFresh( environments, fresh ),
			} ) ),
		remove: ( id ) =>
			change( ( { environments } ) => ( {
				environments: environments.filter( ( one ) => one.id !== id ),
			} ) ),
		putCredentials: ( credentials ) => change( () => ( { credentials } ) ),
	};
}
