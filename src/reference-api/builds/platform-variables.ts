/** The variables that the platform sets (variables.ts), as a client shows them. */

export interface PlatformVariable {
	key: string;
	/** Null if it is not known before the build, or not set. */
	value: string | null;
	phase: 'build' | 'run' | 'both';
	/** Whether a shell variable of that name replaces it. */
	isDefault: boolean;
}

/** Names that the platform sets regardless of the shell variables, besides those that are shown. */
const RESERVED = [
	'PATH',
	'HOME',
	'USERPROFILE',
	'npm_config_cache',
	'npm_config_update_notifier',
];

/** @param wordpressUrl Address of the linked install, or empty. */
export function platformVariables(
	environmentId: string,
	wordpressUrl: string
): PlatformVariable[] {
	const address = {
		value: wordpressUrl || null,
		phase: 'both',
		isDefault: true,
	} as const;
	const variable = (
		key: string,
		value: string | null,
		phase: PlatformVariable[ 'phase' ],
		isDefault = false
	) => ( { key, value, phase, isDefault } );
	return [
		{ key: 'WORDPRESS_URL', ...address },
		{ key: 'NEXT_PUBLIC_WORDPRESS_URL', ...address },
		variable( 'NODE_ENV', 'production', 'both', true ),
		variable( 'CI', 'true', 'build', true ),
		variable( 'HEADLESS_METADATA', 'true', 'both' ),
		variable( 'HEADLESS_METADATA_BUILD', 'true', 'build' ),
		variable( 'HEADLESS_METADATA_BUILD_ID', null, 'both' ),
		variable( 'HEADLESS_METADATA_ENV_ID', environmentId, 'both' ),
		variable( 'PORT', null, 'run' ),
	];
}

/** Returns whether the platform ignores the value of a shell variable. */
export function isReserved( key: string ): boolean {
	return (
		RESERVED.includes( key ) ||
		platformVariables( '', '' ).some(
			( variable ) => variable.key === key && ! variable.isDefault
		)
	);
}
