import type { LastSaved } from '../../shared/wire.ts';
import {
	type Conflict,
	differencesOf,
	type FieldLabels,
} from '../settings/conflict.ts';
import type { Draft } from '../settings/use-draft.ts';
import type { SaveError } from '../settings/use-save.ts';
import type { VersionedSave } from '../settings/use-versioned-save.ts';

/** What a card that is saved separately does and shows. */
export interface Section {
	unsaved: number;
	busy: boolean;
	error: SaveError | null;
	/** Not null while another user's version stands in the way. */
	conflict: Conflict | null;
	onSave: () => void;
	onDiscard: () => void;
	onShowNewer: () => void;
	onSaveMine: () => void;
}

/** How the fields of a card lie in what the server answers, and how they are told. */
export interface SectionFields< R, T extends object, Input > {
	of: ( resource: R ) => T;
	labels: FieldLabels< T >;
	/** Makes the body of what differs, on top of a version. */
	inputOf: ( changed: Partial< T >, base: R ) => Input;
}

type Resource = { lastSaved: LastSaved | null };

/** Finds out whether another user was faster, and what they changed. */
function conflictOf< R extends Resource, T extends object, Input >(
	shown: R,
	draft: Draft< T >,
	{ theirs, error }: VersionedSave< R, Input >,
	fields: SectionFields< R, T, Input >
): Conflict | null {
	const isRefused = error?.conflict === true;
	if ( draft.count === 0 || ! ( draft.isOutdated || isRefused ) ) {
		return null;
	}
	const isKnown = theirs !== null || draft.isOutdated;
	const saved = fields.of( theirs ?? shown );
	return {
		// Of a version that came with a save of another card it is not known who changed this one.
		saved: theirs?.lastSaved ?? null,
		differences: isKnown
			? differencesOf( draft, saved, fields.labels )
			: null,
	};
}

/**
 * Joins what is typed with how it is saved: sends only what differs, and keeps it until it is saved.
 *
 * @param shown  The version that is shown.
 * @param saving How it is saved.
 */
export function sectionOf< R extends Resource, T extends object, Input >(
	shown: R,
	draft: Draft< T >,
	saving: VersionedSave< R, Input >,
	fields: SectionFields< R, T, Input >
): Section {
	const { theirs, error, busy } = saving;
	const base = theirs ?? shown;
	const send = async ( put: ( input: Input ) => Promise< boolean > ) => {
		const sent = draft.changed;
		if ( await put( fields.inputOf( sent, base ) ) ) {
			draft.settle( sent );
		}
	};
	const conflict = conflictOf( shown, draft, saving, fields );
	return {
		unsaved: draft.count,
		busy,
		error,
		conflict,
		onSave: () => {
			if ( draft.count > 0 && conflict === null ) {
				void send( saving.save );
			}
		},
		onDiscard: () => {
			draft.reset();
			saving.forget();
		},
		onShowNewer: async () => {
			if ( await saving.showNewer() ) {
				draft.reset();
			}
		},
		onSaveMine: () => void send( saving.overwrite ),
	};
}
