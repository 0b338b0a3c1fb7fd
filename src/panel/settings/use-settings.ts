import { useCallback, useEffect, useState } from '@wordpress/element';
import { __ } from '../../ui/i18n.ts';
import type { EnvironmentSettings, Settings } from '../../shared/wire.ts';
import { fetchSettings } from './api.ts';
import { errorText } from '../../live/labels/refusal.ts';

export interface SettingsState {
	/** Null before the first answer. */
	settings: Settings | null;
	error: string;
	reload: () => Promise< void >;
	/** Replaces the shown values by responses of the server. */
	change: ( to: ( current: Settings ) => Partial< Settings > ) => void;
	putEnvironment: ( updated: EnvironmentSettings ) => void;
	removeEnvironment: ( id: string ) => void;
}

/** Replaces the item with the same id, or appends it. */
export function withUpdated< T extends { id: string } >(
	current: readonly T[],
	updated: T
): T[] {
	return current.some( ( { id } ) => id === updated.id )
		? current.map( ( other ) =>
				other.id === updated.id ? updated : other
			)
		: [ ...current, updated ];
}

export function withoutId< T extends { id: string } >(
	current: readonly T[],
	removedId: string
): T[] {
	return current.filter( ( { id } ) => id !== removedId );
}

/** @param preloaded The settings that PHP printed into the page; null loads them. */
export function useSettings( preloaded: Settings | null ): SettingsState {
	const [ settings, setSettings ] = useState( preloaded );
	const [ error, setError ] = useState( '' );
	const reload = useCallback( async () => {
		try {
			setSettings( await fetchSettings() );
			setError( '' );
		} catch ( refusal ) {
			const fallback = __(
				'The settings could not be loaded.',
				'headless-deploy'
			);
			setError( errorText( refusal, fallback ) );
		}
	}, [] );
	useEffect( () => {
		if ( preloaded === null ) {
			void reload();
		}
	}, [ preloaded, reload ] );
	const change = ( to: ( current: Settings ) => Partial< Settings > ) =>
		setSettings(
			( current ) => current && { ...current, ...to( current ) }
		);
	return {
		settings,
		error,
		reload,
		change,
		putEnvironment: ( updated ) =>
			change( ( { environments } ) => ( {
				environments: withUpdated( environments, updated ),
			} ) ),
		removeEnvironment: ( id ) =>
			change( ( { environments } ) => ( {
				environments: withoutId( environments, id ),
			} ) ),
	};
}
