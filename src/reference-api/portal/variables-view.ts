/**
 * What the Variables page knows: which changes wait for a build, and what the platform sets by itself.
 */
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
		.filter( ( key ) => ! isReserved( view, key ) );
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

/** Names that the platform sets whatever one sets oneself, besides those that are shown. */
const RESERVED = [
	'PATH',
	'HOME',
	'USERPROFILE',
	'npm_config_cache',
	'npm_config_update_notifier',
];

/** Lists what the platform sets. */
export function platformVariables( view: EnvironmentView ): PlatformVariable[] {
	const { environment, install } = view;
	const address = {
		value: install?.url ?? 'the linked install has no address',
		isValue: install !== null,
		when: 'Build and run',
		isDefault: true,
	} as const;
	const fixed = { isValue: true, isDefault: false } as const;
	return [
		{ key: 'WORDPRESS_URL', ...address },
		{ key: 'NEXT_PUBLIC_WORDPRESS_URL', ...address },
		{
			key: 'NODE_ENV',
			value: 'production',
			isValue: true,
			when: 'Build and run',
			isDefault: true,
		},
		{
			key: 'CI',
			value: 'true',
			isValue: true,
			when: 'Build only',
			isDefault: true,
		},
		{
			key: 'HEADLESS_METADATA',
			value: 'true',
			when: 'Build and run',
			...fixed,
		},
		{
			key: 'HEADLESS_METADATA_BUILD',
			value: 'true',
			when: 'Build only',
			...fixed,
		},
		{
			key: 'HEADLESS_METADATA_BUILD_ID',
			value: 'the ID of the build',
			isValue: false,
			when: 'Build and run',
			isDefault: false,
		},
		{
			key: 'HEADLESS_METADATA_ENV_ID',
			value: environment.id,
			when: 'Build and run',
			...fixed,
		},
		{
			key: 'PORT',
			value: 'a free port',
			isValue: false,
			when: 'Run only',
			isDefault: false,
		},
	];
}

/** Tells whether the platform sets a variable whatever one sets oneself. */
export function isReserved( view: EnvironmentView, key: string ): boolean {
	return (
		RESERVED.includes( key ) ||
		platformVariables( view ).some(
			( variable ) => variable.key === key && ! variable.isDefault
		)
	);
}
