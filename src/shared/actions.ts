import { ACTIONS } from './wire.ts';
import type { Action, Lane } from './wire.ts';

export { ACTIONS } from './wire.ts';
export type { Action, Lane } from './wire.ts';

export function isAction( value: unknown ): value is Action {
	return ( ACTIONS as readonly unknown[] ).includes( value );
}

/** Builds wait for each other; Purge Cache never waits for a build. */
export function laneOf( action: Action ): Lane {
	return action === 'purgeCache' ? 'cache' : 'build';
}
