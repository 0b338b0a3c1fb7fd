import { useState } from '@wordpress/element';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';

interface Edit< Value > {
	value: Value;
	base: Value;
}

type Edits< T > = { [ Key in keyof T ]?: Edit< T[ Key ] > };

/** The fields of a form: the saved values, replaced by the entries of the user. */
export interface Draft< T > {
	values: T;
	/** What differs from what is saved; only this is sent. */
	changed: Partial< T >;
	count: number;
	/** Whether a field that was edited here has another saved value than the one that it was edited from. */
	isOutdated: boolean;
	set: < Key extends keyof T >( key: Key, value: T[ Key ] ) => void;
	/** Goes back to what is saved. */
	reset: () => void;
	/** Marks the sent values as saved. Values typed during the request stay. */
	markSaved: ( sent: Partial< T > ) => void;
}

function isSame( one: unknown, other: unknown ): boolean {
	return JSON.stringify( one ) === JSON.stringify( other );
}

function changesOf< T extends object >(
	saved: T,
	edits: Edits< T >
): Partial< T > {
	const changed: Partial< T > = {};
	for ( const key of Object.keys( edits ) as ( keyof T )[] ) {
		const edit = edits[ key ];
		if ( edit && ! isSame( edit.value, saved[ key ] ) ) {
			changed[ key ] = edit.value;
		}
	}
	return changed;
}

function unsavedEdits< T extends object >(
	edits: Edits< T >,
	sent: Partial< T >
): Edits< T > {
	const remaining = { ...edits };
	for ( const key of Object.keys( sent ) as ( keyof T )[] ) {
		const edit = remaining[ key ];
		if ( edit && isSame( edit.value, sent[ key ] ) ) {
			delete remaining[ key ];
		} else if ( edit ) {
			remaining[ key ] = {
				...edit,
				base: sent[ key ] as T[ typeof key ],
			};
		}
	}
	return remaining;
}

/**
 * Keeps entries until they are saved or discarded: a newer version from the server changes only the other fields. Asks
 * before the user leaves the page with unsaved entries.
 */
export function useDraft< T extends object >( saved: T ): Draft< T > {
	const [ edits, setEdits ] = useState< Edits< T > >( {} );
	const changed = changesOf( saved, edits );
	const keys = Object.keys( changed ) as ( keyof T )[];
	useUnsavedGuard( keys.length > 0 );
	return {
		values: { ...saved, ...changed },
		changed,
		count: keys.length,
		isOutdated: keys.some(
			( key ) => ! isSame( edits[ key ]?.base, saved[ key ] )
		),
		set: ( key, value ) => {
			const isEdited = keys.includes( key );
			setEdits( ( current ) => {
				const edit = current[ key ];
				const base = isEdited && edit ? edit.base : saved[ key ];
				return { ...current, [ key ]: { value, base } };
			} );
		},
		reset: () => setEdits( {} ),
		markSaved: ( sent ) =>
			setEdits( ( current ) => unsavedEdits( current, sent ) ),
	};
}
