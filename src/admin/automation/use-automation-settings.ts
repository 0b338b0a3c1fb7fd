import { useCallback, useEffect, useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import type {
	EnvironmentSettings,
	GeneralSettings,
	Schedule,
	Settings,
} from '../../shared/wire.ts';
import { fetchSettings } from '../live/api.ts';
import { fetchSchedules } from './api.ts';
import { refusalWords } from '../words/refusal.ts';

/** The settings of the screen, and how the server's answers get into them. */
export interface AutomationSettings {
	/** Null before the first answer. */
	settings: Settings | null;
	error: string;
	reload: () => Promise< void >;
	/** Asks for the schedules alone; says nothing when that fails. */
	reloadSchedules: () => Promise< void >;
	putEnvironment: ( fresh: EnvironmentSettings ) => void;
	putGeneral: ( fresh: GeneralSettings ) => void;
	putSchedule: ( fresh: Schedule ) => void;
	removeSchedule: ( id: string ) => void;
}

function withOne< T extends { id: string } >(
	known: readonly T[],
	fresh: T
): T[] {
	return known.some( ( { id } ) => id === fresh.id )
		? known.map( ( other ) => ( other.id === fresh.id ? fresh : other ) )
		: [ ...known, fresh ];
}

/**
 * Keeps all settings of the screen.
 *
 * @param preloaded What the page came with.
 */
export function useAutomationSettings(
	preloaded: Settings | null
): AutomationSettings {
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
	const change = ( make: ( known: Settings ) => Partial< Settings > ) =>
		setSettings( ( known ) => known && { ...known, ...make( known ) } );
	return {
		settings,
		error,
		reload,
		reloadSchedules: async () => {
			try {
				const schedules = await fetchSchedules();
				change( () => ( { schedules } ) );
			} catch {
				// What is shown stays; the next save tells what is wrong.
			}
		},
		putEnvironment: ( fresh ) =>
			change( ( { environments } ) => ( {
				environments: withOne( environments, fresh ),
			} ) ),
		putGeneral: ( general ) => change( () => ( { general } ) ),
		putSchedule: ( fresh ) =>
			change( ( { schedules = [] } ) => ( {
				schedules: withOne( schedules, fresh ),
			} ) ),
		removeSchedule: ( gone ) =>
			change( ( { schedules = [] } ) => ( {
				schedules: schedules.filter( ( { id } ) => id !== gone ),
			} ) ),
	};
}
