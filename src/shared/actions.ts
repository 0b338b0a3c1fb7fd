/**
 * The three things that a hosting platform can be asked to do, in the words of its webhook URLs.
 *
 * Source: the literal `{action}` of the webhook path (rebuild, cleanRebuild, purgeCache; camelCase, case-sensitive).
 */
export const ACTIONS = [ 'rebuild', 'cleanRebuild', 'purgeCache' ] as const;

export type Action = ( typeof ACTIONS )[ number ];

/** Rebuild and Clean Rebuild share a lane, where the stronger wins; Purge Cache never waits for a build. */
export const LANES = [ 'build', 'cache' ] as const;

export type Lane = ( typeof LANES )[ number ];

/**
 * Tells whether an untrusted word is one of the three actions.
 *
 * @param word Any value, for example a path segment.
 */
export function isAction( word: unknown ): word is Action {
	return ( ACTIONS as readonly unknown[] ).includes( word );
}

/** Names the lane that an action runs in. */
export function laneOf( action: Action ): Lane {
	return action === 'purgeCache' ? 'cache' : 'build';
}
