import { useEffect, useRef } from '@wordpress/element';
import type {
	EnvironmentInput,
	EnvironmentSettings,
	LastSaved,
} from '../../shared/wire.ts';
import {
	type Conflict,
	differencesOf,
	type FieldLabels,
} from '../settings/conflict.ts';
import type { Draft } from '../settings/use-draft.ts';
import type { SaveError } from '../settings/use-save.ts';
import {
	savedFor,
	useEnvironmentSave,
	type VersionedSave,
} from '../settings/use-versioned-save.ts';

/** What a card that is saved separately does and shows. */
export interface Section {
	unsaved: number;
	busy: boolean;
	error: SaveError | null;
	/** Another user's version that prevents saving; null if there is none. */
	conflict: Conflict | null;
	onSave: () => void;
	onDiscard: () => void;
	onShowNewer: () => void;
	onSaveMine: () => void;
}

/** How the fields of a card are read from a resource, shown and sent. */
interface SectionFields< R, T extends object, Input > {
	of: ( resource: R ) => T;
	labels: FieldLabels< T >;
	/** Makes the body of what differs from a version. */
	inputOf: ( changed: Partial< T >, base: R ) => Input;
}

type Resource = { lastSaved: LastSaved | null };

/** Finds out whether another user was faster, and what they changed. */
function conflictOf< R extends Resource, T extends object, Input >(
	shown: R,
	draft: Draft< T >,
	{ newerVersion, error }: VersionedSave< R, Input >,
	fields: SectionFields< R, T, Input >
): Conflict | null {
	const isRefused = error?.isConflict === true;
	if ( draft.count === 0 || ! ( draft.isOutdated || isRefused ) ) {
		return null;
	}
	const isKnown = newerVersion !== null || draft.isOutdated;
	const saved = fields.of( newerVersion ?? shown );
	return {
		// A version that came with a save of another card does not say who changed this one.
		saved: newerVersion?.lastSaved ?? null,
		differences: isKnown
			? differencesOf( draft, saved, fields.labels )
			: null,
	};
}

/** Connects a draft with how it is saved: sends only what differs, and keeps it until it is saved. */
export function sectionOf< R extends Resource, T extends object, Input >(
	shown: R,
	draft: Draft< T >,
	saving: VersionedSave< R, Input >,
	fields: SectionFields< R, T, Input >
): Section {
	const { newerVersion, error, busy } = saving;
	const base = newerVersion ?? shown;
	const send = async ( put: ( input: Input ) => Promise< boolean > ) => {
		const sent = draft.changed;
		if ( await put( fields.inputOf( sent, base ) ) ) {
			draft.markSaved( sent );
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
		onShowNewer: () => saving.showNewer( draft.reset ),
		onSaveMine: () => void send( saving.overwrite ),
	};
}

export interface EnvironmentSectionProps {
	environment: EnvironmentSettings;
	onUpdate: ( updated: EnvironmentSettings ) => void;
	onUnsaved: ( isUnsaved: boolean ) => void;
}

/** Saves a part of an environment's automation. */
export function useEnvironmentSection< T extends object >(
	{ environment, onUpdate, onUnsaved }: EnvironmentSectionProps,
	draft: Draft< T >,
	fields: SectionFields< EnvironmentSettings, T, EnvironmentInput >
): Section {
	const isUnsaved = draft.count > 0;
	const latest = useRef( onUnsaved );
	latest.current = onUnsaved;
	useEffect( () => latest.current( isUnsaved ), [ isUnsaved ] );
	const saving = useEnvironmentSave( environment, savedFor, onUpdate );
	return sectionOf( environment, draft, saving, fields );
}
