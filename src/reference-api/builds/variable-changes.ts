import type { ShellVariable } from '../model/hosting.ts';
import { isReserved } from './platform-variables.ts';

/** A shell variable that is not as in the live release. */
export interface VariableChange {
	key: string;
	change: 'added' | 'changed' | 'deleted';
}

/**
 * Compares shell variables with those of a release, by value.
 *
 * @param live Those that the release was built with.
 */
export function variableChanges(
	variables: readonly ShellVariable[],
	live: readonly ShellVariable[]
): VariableChange[] {
	const before = new Map( live.map( ( { key, value } ) => [ key, value ] ) );
	const changes = variables
		.filter( ( { key, value } ) => before.get( key ) !== value )
		.map( ( { key } ): VariableChange => ( {
			key,
			change: before.has( key ) ? 'changed' : 'added',
		} ) );
	const keys = new Set( variables.map( ( { key } ) => key ) );
	const deleted = live
		.filter( ( { key } ) => ! keys.has( key ) )
		.map( ( { key } ): VariableChange => ( { key, change: 'deleted' } ) );
	return [ ...changes, ...deleted ].filter(
		( { key } ) => ! isReserved( key )
	);
}
