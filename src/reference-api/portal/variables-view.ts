/**
 * What the Variables page knows: which changes wait for a build, and what the platform sets by itself.
 */
import {
	isReserved,
	platformVariables as variablesOfPlatform,
} from '../builds/platform-variables.ts';
import type { Build } from '../model/hosting.ts';
import type { EnvironmentView } from './environment-view.ts';

/** Changes that the served release does not have. */
export interface WaitingChanges {
	/** The release that lacks them. */
	served: Build;
	/** Keys that were set since. */
	keys: string[];
	/** Whether one was deleted since. */
	isDeleted: boolean;
	/** The build that brings them, if one is under way. */
	coming: Build | null;
}

function beganAfter( build: Build | null, at: Date ): boolean {
	return (
		build !== null && ( build.startTime === null || build.startTime > at )
	);
}

/**
 * Finds the changes of variables that wait for the next build; null when there are none.
 */
export function waitingChanges( view: EnvironmentView ): WaitingChanges | null {
	const { served, running, queued, environment } = view;
	const { variablesTime, shellVariables } = environment;
	if ( ! served?.startTime || ! variablesTime ) {
		return null;
	}
	const since = served.startTime;
	if ( variablesTime <= since ) {
		return null;
	}
	const set = shellVariables.filter( ( { setTime } ) => setTime > since );
	const keys = set
		.map( ( { key } ) => key )
		.filter( ( key ) => ! isReserved( key ) );
	// A deletion leaves no other trace than a time that no variable has.
	const isDeleted = ! set.some(
		( { setTime } ) => setTime.getTime() === variablesTime.getTime()
	);
	if ( keys.length === 0 && ! isDeleted ) {
		return null;
	}
	const coming = [ running, queued ].find( ( build ) =>
		beganAfter( build, variablesTime )
	);
	return {
		served,
		keys,
		isDeleted,
		coming: coming ?? null,
	};
}

/** A variable that the platform sets. */
export interface PlatformVariable {
	key: string;
	/** Its value, or a few words about it. */
	value: string;
	/** Whether `value` is the value itself. */
	isValue: boolean;
	when: 'Build and run' | 'Build only' | 'Run only';
	/** One's own variable of that name replaces it. */
	isDefault: boolean;
}

const UNKNOWN_VALUES: Record< string, string > = {
	HEADLESS_METADATA_BUILD_ID: 'the ID of the build',
	PORT: 'a free port',
};

const PHASES = {
	both: 'Build and run',
	build: 'Build only',
	run: 'Run only',
} as const;

/** Lists what the platform sets. */
export function platformVariables( view: EnvironmentView ): PlatformVariable[] {
	const { environment, install } = view;
	return variablesOfPlatform( environment.id, install?.url ?? '' ).map(
		( { key, value, phase, isDefault } ) => ( {
			key,
			value:
				value ??
				UNKNOWN_VALUES[ key ] ??
				'the linked install has no address',
			isValue: value !== null,
			when: PHASES[ phase ],
			isDefault,
		} )
	);
}
