/** The states of a build on the platform, and the sets of states that decide something. */

/** Building its code or starting it. An environment has one such build at most. */
export const RUNNING_STATES = [ 'building', 'deploying' ] as const;

/** Has not ended, so it can be canceled. */
export const ACTIVE_STATES = [ 'queued', ...RUNNING_STATES ] as const;

/** Went live. `succeeded` was replaced by a later build. */
export const DEPLOYED_STATES = [ 'live', 'succeeded' ] as const;

/** Ended before it was live. */
export const UNSUCCESSFUL_STATES = [ 'failed', 'canceled' ] as const;

/** `superseded` is a queued build that a later one absorbed. */
export const BUILD_STATES = [
	...ACTIVE_STATES,
	...DEPLOYED_STATES,
	...UNSUCCESSFUL_STATES,
	'superseded',
] as const;

export type BuildState = ( typeof BUILD_STATES )[ number ];

/** The states as the API sends them; other hosts may have more. */
type State = string;

export function isActive( { state }: { state: State } ): boolean {
	return ( ACTIVE_STATES as readonly State[] ).includes( state );
}

export function isRunning( { state }: { state: State } ): boolean {
	return ( RUNNING_STATES as readonly State[] ).includes( state );
}

export function isDeployed( { state }: { state: State } ): boolean {
	return ( DEPLOYED_STATES as readonly State[] ).includes( state );
}

export function isUnsuccessful( { state }: { state: State } ): boolean {
	return ( UNSUCCESSFUL_STATES as readonly State[] ).includes( state );
}

/**
 * The id of the newest build and of the newest operation in a path. The hosting service responds with it where an
 * operation or a build has no id yet.
 */
export const NO_BUILD = 'no_build';
