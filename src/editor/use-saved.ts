import { useEffect, useRef, useState } from '@wordpress/element';
import type { StatusStore } from '../panel/live/status-store.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { hasArrived, progressOf } from './progress.ts';
import { type SaveKind, useSaves } from './use-saves.ts';
import { watchSaves } from './watch-saves.ts';

/** The last save that the front end may show. */
export interface Saved {
	/** Null before the first one. */
	kind: SaveKind | null;
	/** Whether the state from after the save is not known yet. */
	settling: boolean;
	/** Id of the last run that each environment began before the save; infinite once what moves there is another's. */
	lastBefore: Readonly< Record< string, number > >;
	/** Id of the run that brought it to an environment. */
	arrived: Readonly< Record< string, number > >;
}

const NO_SAVE: Saved = {
	kind: null,
	settling: false,
	lastBefore: {},
	arrived: {},
};

function lastIds( environments: readonly EnvironmentStatus[] ) {
	return Object.fromEntries(
		environments.map( ( { id, last, otherLast, sending, undeployed } ) => [
			id,
			Math.max(
				0,
				...[ last, otherLast, ...sending ].map(
					( run ) => run?.id ?? 0
				),
				...undeployed.map( ( { run } ) => run )
			),
		] )
	);
}

/**
 * Notes where the save has arrived, and lets go of it where another run has begun since.
 */
function withProgress(
	saved: Saved,
	environments: readonly EnvironmentStatus[],
	nowMs: number
): Saved {
	return environments.reduce( ( before, environment ) => {
		const { kind, arrived, lastBefore } = before;
		const { id } = environment;
		const from = lastBefore[ id ] ?? Infinity;
		const progress = progressOf( environment, from, kind, nowMs );
		const run = hasArrived( progress ) ? progress.run?.id : undefined;
		const broughtBy = arrived[ id ];
		if ( from === Infinity || run === broughtBy ) {
			return before;
		}
		return broughtBy === undefined
			? { ...before, arrived: { ...arrived, [ id ]: run ?? 0 } }
			: { ...before, lastBefore: { ...lastBefore, [ id ]: Infinity } };
	}, saved );
}

/**
 * Follows what is saved beside the post, several things at once: the page's state is asked for when the last one is over.
 */
function useSiteSaves(
	onBegin: () => void,
	onEnd: ( succeeded: boolean ) => void
): void {
	const current = useRef( { onBegin, onEnd } );
	current.current = { onBegin, onEnd };
	useEffect( () => {
		let running = 0;
		let anySucceeded = false;
		return watchSaves( {
			onBegin: () => {
				running += 1;
				if ( running === 1 ) {
					anySucceeded = false;
					current.current.onBegin();
				}
			},
			onEnd: ( succeeded ) => {
				running -= 1;
				anySucceeded ||= succeeded;
				if ( running === 0 ) {
					current.current.onEnd( anySucceeded );
				}
			},
		} );
	}, [] );
}

/**
 * Keeps what is known of the last save, in step with the state of the environments.
 */
function useTrackedSave( store: StatusStore ) {
	const [ saved, setSaved ] = useState( NO_SAVE );
	useEffect(
		() =>
			store.subscribe( () => {
				const { status } = store.getSnapshot();
				const nowMs = store.time.nowMs();
				setSaved( ( before ) =>
					withProgress( before, status?.environments ?? [], nowMs )
				);
			} ),
		[ store ]
	);
	return [ saved, setSaved ] as const;
}

/**
 * Follows the saves of the post, and of what is saved beside it: what is known before one, and the first look after it.
 *
 * @param boot    What the page came with.
 * @param onSaved Called after a save of the post, with the environments as they are then; tells whether it is sent.
 */
export function useSaved(
	boot: BootData,
	store: StatusStore,
	onSaved: ( environments: readonly EnvironmentStatus[] ) => boolean
): Saved {
	const [ saved, setSaved ] = useTrackedSave( store );
	const environmentsNow = () =>
		store.getSnapshot().status?.environments ?? [];
	const begin = ( kind: SaveKind ) => {
		store.deferredDispatch.expect();
		const lastBefore = lastIds( environmentsNow() );
		setSaved( { kind, settling: true, lastBefore, arrived: {} } );
	};
	const end = async ( succeeded: boolean, notify: typeof onSaved ) => {
		let isSent = succeeded;
		if ( succeeded ) {
			store.deferredDispatch.expect();
			await store.refresh();
			isSent = notify( environmentsNow() );
		}
		store.deferredDispatch.settle();
		// What moves after a save that failed, or changed nothing, is another user's.
		setSaved( ( before ) =>
			isSent ? { ...before, settling: false } : NO_SAVE
		);
	};
	useSaves( boot.postTypes, {
		onBegin: begin,
		onEnd: ( succeeded ) => void end( succeeded, onSaved ),
	} );
	useSiteSaves(
		() => begin( 'update' ),
		( succeeded ) => void end( succeeded, () => true )
	);
	return saved;
}
