import { useCallback, useEffect, useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import type { EnvironmentSettings, Settings } from '../../shared/wire.ts';
import { fetchSettings } from './api.ts';
import { errorText } from '../labels/refusal.ts';

/** The settings, and how the server's answers get into them. */
export interface SettingsState {
	/** Null before the first answer. */
	settings: Settings | null;
	error: string;
	reload: () => Promise< void >;
	/** Puts the server's answers in the place of what is shown. */
	change: ( to: ( current: Settings ) => Partial< Settings > ) => void;
	putEnvironment: ( fresh: EnvironmentSettings ) => void;
	removeEnvironment: ( id: string ) => void;
}

/**
 * Puts a fresh one in the place of the old one with its id, or at the end.
 *
 * @param fresh What the server answered.
 */
export function withFresh< T extends { id: string } >(
	current: readonly T[],
	fresh: T
): T[] {
	return current.some( ( { id } ) => id === fresh.id )
		? current.map( ( other ) => ( other.id === fresh.id ? fresh : other ) )
		: [ ...current, fresh ];
}

/**
 * Leaves out the one with an id.
 *
 * @param gone Id of what was removed.
 */
export function without< T extends { id: string } >(
	current: readonly T[],
	gone: string
): T[] {
	return current.filter( ( { id } ) => id !== gone );
}

/**
 * Keeps the settings of a screen.
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
		putEnvironment: ( fresh ) =>
			change( ( { environments } ) => ( {
				environments: withFresh( environments, fresh ),
			} ) ),
		removeEnvironment: ( id ) =>
			change( ( { environments } ) => ( {
				environments: without( environments, id ),
			} ) ),
	};
}
