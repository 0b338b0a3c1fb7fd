import { useEffect, useRef, useState } from '@wordpress/element';
import type { StatusStore } from '../admin/live/status-store.ts';
import type { BootData, EnvironmentStatus } from '../shared/wire.ts';
import { useSaves } from './use-saves.ts';
import { watchSaves } from './watch-saves.ts';

/** What a save did, as the front end sees it. */
export type SaveKind = 'publish' | 'update' | 'remove';

/** The last save that the front end may show. */
export interface Saved {
	/** Null before the first one. */
	kind: SaveKind | null;
	/** Whether the state from after the save is not known yet. */
	settling: boolean;
	/** Id of the last run of each environment before the save. */
	lastBefore: Readonly< Record< string, number > >;
	/** The server's time at which it was over. */
	atMs: number;
}

const NEVER: Saved = {
	kind: null,
	settling: false,
	lastBefore: {},
	atMs: 0,
};

function lastIds( environments: readonly EnvironmentStatus[] ) {
	return Object.fromEntries(
		environments.map( ( { id, last } ) => [ id, last?.id ?? 0 ] )
	);
}

/**
 * Follows what is saved beside the post, several things at once: the page's state is asked for when the last one is over.
 * @param onBegin
 * @param onEnd
 */
function useThings(
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
 * Follows the saves of the post, and of what is saved beside it: what is known before one, and the first look after it.
 *
 * @param boot    What the page came with.
 * @param store   The page's store.
 * @param onSaved Called after a save of the post, with the environments as they are then.
 */
export function useSaved(
	boot: BootData,
	store: StatusStore,
	onSaved: ( environments: readonly EnvironmentStatus[] ) => void
): Saved {
	const [ saved, setSaved ] = useState( NEVER );
	const known = () => store.getSnapshot().status?.environments ?? [];
	const begin = ( kind: SaveKind ) => {
		store.leaving.expect();
		const lastBefore = lastIds( known() );
		setSaved( { kind, settling: true, lastBefore, atMs: 0 } );
	};
	const end = async ( succeeded: boolean, tell: typeof onSaved ) => {
		if ( succeeded ) {
			store.leaving.expect();
			await store.refresh();
			tell( known() );
		}
		store.leaving.settle();
		const atMs = store.time.nowMs();
		setSaved( ( before ) => ( { ...before, settling: false, atMs } ) );
	};
	useSaves( boot.postTypes, {
		onBegin: begin,
		onEnd: ( succeeded ) => void end( succeeded, onSaved ),
	} );
	useThings(
		() => begin( 'update' ),
		( succeeded ) => void end( succeeded, () => {} )
	);
	return saved;
}
