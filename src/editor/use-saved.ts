import { useEffect, useRef, useState } from '@wordpress/element';
import type { StatusStore } from '../live/status-store.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { followSave, hasArrived } from './progress.ts';
import { runsOf, savedAfter } from './earlier-runs.ts';
import type { Saved } from './saved.ts';
import { type SaveKind, useSaves } from './use-saves.ts';
import { useScheduledPost } from './use-scheduled-post.ts';
import { watchSaves } from './site-saves.ts';

export type { Saved };

const NO_SAVE: Saved = {
	kind: null,
	isSettling: false,
	lastBefore: {},
	liveRunIds: {},
	isLate: false,
};

function lastIds( environments: readonly EnvironmentStatus[] ) {
	return Object.fromEntries(
		environments.map(
			( { id, lastRun, otherLastRuns, sending, undeployed } ) => [
				id,
				Math.max(
					0,
					...[ lastRun, ...otherLastRuns, ...sending ].map(
						( run ) => run?.id ?? 0
					),
					...undeployed.map( ( { run } ) => run )
				),
			]
		)
	);
}

/** Whether a run is a refresh whose pages could not be checked, so that a later build proves that the save is live. */
function isUnproven( environment: EnvironmentStatus, run: number ): boolean {
	return runsOf( environment ).some(
		( { id, lane, status } ) =>
			id === run && lane === 'refresh' && status === 'accepted'
	);
}

/**
 * Records where the save is live, and stops following it where another run has begun since. Until the status after the save
 * is loaded, a run may be one of before that this page did not know.
 */
function withProgress(
	saved: Saved,
	environments: readonly EnvironmentStatus[],
	nowMs: number
): Saved {
	if ( saved.isSettling ) {
		return saved;
	}
	return environments.reduce( ( before, environment ) => {
		const { liveRunIds, lastBefore } = before;
		const { id } = environment;
		const from = lastBefore[ id ] ?? Infinity;
		const { progress } = followSave( environment, from, nowMs );
		const { run } = progress;
		const isLive = hasArrived( progress );
		const liveRunId = liveRunIds[ id ];
		const isWaiting = liveRunId === undefined && ! isLive;
		// The result of an earlier run may become known later.
		const isKnown = run !== null && run <= ( liveRunId ?? 0 );
		if ( from === Infinity || isWaiting || isKnown ) {
			return before;
		}
		const isFirst =
			liveRunId === undefined ||
			( isLive && isUnproven( environment, liveRunId ) );
		return isFirst
			? { ...before, liveRunIds: { ...liveRunIds, [ id ]: run ?? 0 } }
			: { ...before, lastBefore: { ...lastBefore, [ id ]: Infinity } };
	}, saved );
}

/** Follows saves of other resources than the post. Several run at once, so the status is loaded after the last one. */
function useSiteSaves(
	onBegin: () => void,
	onEnd: ( hasSucceeded: boolean ) => void
): void {
	const current = useRef( { onBegin, onEnd } );
	current.current = { onBegin, onEnd };
	useEffect( () => {
		let running = 0;
		let hasAnySucceeded = false;
		return watchSaves( {
			onBegin: () => {
				running += 1;
				if ( running === 1 ) {
					hasAnySucceeded = false;
					current.current.onBegin();
				}
			},
			onEnd: ( hasSucceeded ) => {
				running -= 1;
				hasAnySucceeded ||= hasSucceeded;
				if ( running === 0 ) {
					current.current.onEnd( hasAnySucceeded );
				}
			},
		} );
	}, [] );
}

/** Keeps the data of the last save up to date with the status. */
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
 * Follows saves of the post and of other resources: the runs before a save, and the first status after it.
 *
 * @param onSaved Called after a save of the post with the environments at that time; returns whether a run follows.
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
		setSaved( { ...NO_SAVE, kind, isSettling: true, lastBefore } );
	};
	const end = async ( hasSucceeded: boolean, notify: typeof onSaved ) => {
		let isSent = hasSucceeded;
		if ( hasSucceeded ) {
			store.deferredDispatch.expect();
			await store.refresh();
			isSent = notify( environmentsNow() );
		}
		store.deferredDispatch.settle();
		// A run after a save that failed or changed nothing is another user's.
		setSaved( ( before ) =>
			isSent
				? withProgress(
						{ ...before, isSettling: false },
						environmentsNow(),
						store.time.nowMs()
					)
				: NO_SAVE
		);
	};
	useSaves( boot.postTypes, {
		onBegin: begin,
		onEnd: ( hasSucceeded ) => void end( hasSucceeded, onSaved ),
	} );
	useSiteSaves(
		() => begin( 'update' ),
		( hasSucceeded ) => void end( hasSucceeded, () => true )
	);
	const isLate = useScheduledPost( store, async ( unseenMs ) => {
		await store.refresh();
		setSaved( savedAfter( environmentsNow(), unseenMs ) );
	} );
	return { ...saved, isLate };
}
