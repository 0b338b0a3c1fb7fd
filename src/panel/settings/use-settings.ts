import type { EnvironmentSettings, Settings } from '../../shared/wire.ts';
import { fetchSettings, settingsNotLoaded } from './api.ts';
import { type Answer, useAnswer } from '../../live/use-answer.ts';

export interface SettingsState extends Omit< Answer< Settings >, 'change' > {
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
	const answer = useAnswer(
		'settings',
		fetchSettings,
		'',
		settingsNotLoaded(),
		preloaded
	);
	const change = ( to: ( current: Settings ) => Partial< Settings > ) =>
		answer.change( ( current ) => ( { ...current, ...to( current ) } ) );
	return {
		...answer,
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
