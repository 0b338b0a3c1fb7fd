import type { LastSaved } from '../../shared/wire.ts';
import type { Draft } from './use-draft.ts';
import type { VersionedSave } from './use-versioned-save.ts';

/** A field that another user has changed. */
export interface Difference {
	name: string;
	/** What they saved. */
	saved: string;
	/** What is typed here; null where it was not touched. */
	ownValue: string | null;
}

/** Two users changed the same settings; the other one saved first. */
export interface Conflict {
	/** Null if unknown. */
	saved: LastSaved | null;
	/** Of the fields that are shown here; null if unknown. */
	differences: readonly Difference[] | null;
}

/** Label of each field, and how its value is shown. */
export type FieldLabels< T > = {
	[ Key in keyof T ]: { name: string; format: ( value: T[ Key ] ) => string };
};

/** Finds what another user has changed of the fields of a form. */
export function differencesOf< T extends object >(
	draft: Draft< T >,
	newerVersion: T,
	labels: FieldLabels< T >
): Difference[] {
	const found: Difference[] = [];
	for ( const key of Object.keys( labels ) as ( keyof T )[] ) {
		const { name, format } = labels[ key ];
		const ownValue = draft.values[ key ];
		if (
			JSON.stringify( ownValue ) !== JSON.stringify( newerVersion[ key ] )
		) {
			const isTyped = key in draft.changed;
			found.push( {
				name,
				saved: format( newerVersion[ key ] ),
				ownValue: isTyped ? format( ownValue ) : null,
			} );
		}
	}
	return found;
}

/** The conflict of a rejected save; null if there is none. */
export function conflictOf< T extends { lastSaved: LastSaved | null } >(
	{
		error,
		newerVersion,
	}: Pick< VersionedSave< T, never >, 'error' | 'newerVersion' >,
	differencesFrom: ( newerVersion: T ) => Difference[]
): Conflict | null {
	return error?.isConflict
		? {
				saved: newerVersion?.lastSaved ?? null,
				differences: newerVersion && differencesFrom( newerVersion ),
			}
		: null;
}
