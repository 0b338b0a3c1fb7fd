/** The variables that the platform sets (variables.ts), as a client shows them. */
import { HostingError } from '../model/hosting.ts';
import type { ShellVariable } from '../model/hosting.ts';

export interface PlatformVariable {
	key: string;
	/** Null if it is not known before the build, or not set. */
	value: string | null;
	phase: 'build' | 'run' | 'both';
	/** Whether a shell variable of that name replaces it. */
	isDefault: boolean;
}

const OWN_HOME = 'each environment has a home folder of its own';
const OWN_CACHE = 'the cache of npm is in the environment’s home folder';

/** Why the platform sets a variable regardless of the shell variables. */
const RESERVED: Readonly< Record< string, string > > = {
	PORT: 'the application gets a free port at each start',
	PATH: 'it begins with the commands of the uploaded code and of its Node version',
	HOME: OWN_HOME,
	USERPROFILE: OWN_HOME,
	npm_config_cache: OWN_CACHE,
	npm_config_update_notifier:
		'npm does not look for newer versions of itself',
};

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

/** npm reads its settings in any case. */
const NPM_SETTING = /^npm_config_/i;

/** Why the platform ignores the value of a shell variable; null if it does not. */
function reservedReason( given: string ): string | null {
	const key = NPM_SETTING.test( given ) ? given.toLowerCase() : given;
	if ( Object.hasOwn( RESERVED, key ) ) {
		return RESERVED[ key ] ?? null;
	}
	const isSet = platformVariables( '', '' ).some(
		( variable ) => variable.key === key && ! variable.isDefault
	);
	return isSet ? 'it describes the environment and its build' : null;
}

/** Returns whether the platform ignores the value of a shell variable. */
export function isReserved( key: string ): boolean {
	return reservedReason( key ) !== null;
}

/**
 * Rejects shell variables that builds and applications would not get.
 *
 * @param field The field of the request that holds them.
 * @throws HostingError 400.
 */
export function checkReservedVariables(
	variables: readonly ShellVariable[],
	field = 'shellVariables'
): void {
	for ( const [ index, { key } ] of variables.entries() ) {
		const reason = reservedReason( key );
		if ( reason !== null ) {
			throw new HostingError(
				400,
				`The shell variable ${ key } cannot be set, because the platform sets it: ${ reason }. Remove it, or use another name.`,
				{ field: `${ field }.${ index }.key` }
			);
		}
	}
}
