import type { SaveError } from '../connections/use-save.ts';
import type { Draft } from './use-draft.ts';
import type { VersionedSave } from './use-versioned-save.ts';

/** What a card that is saved by itself does and shows. */
export interface Section {
	unsaved: number;
	busy: boolean;
	error: SaveError | null;
	isConflict: boolean;
	onSave: () => void;
	onDiscard: () => void;
	onShowNewer: () => void;
	onSaveMine: () => void;
}

/**
 * Joins what is typed with how it is saved: sends only what differs, and keeps it until it is saved.
 *
 * @param draft   What is typed.
 * @param saving  How it is saved.
 * @param inputOf Makes the body of what differs.
 */
export function sectionOf< T extends object, Input >(
	draft: Draft< T >,
	saving: VersionedSave< Input >,
	inputOf: ( changed: Partial< T > ) => Input
): Section {
	const send = async ( put: ( input: Input ) => Promise< boolean > ) => {
		const sent = draft.changed;
		if ( await put( inputOf( sent ) ) ) {
			draft.settle( sent );
		}
	};
	const isConflict =
		draft.count > 0 &&
		( draft.isOutdated || saving.error?.conflict === true );
	return {
		unsaved: draft.count,
		busy: saving.busy,
		error: saving.error,
		isConflict,
		onSave: () => {
			if ( draft.count > 0 && ! isConflict ) {
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
