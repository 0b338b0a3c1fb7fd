import type { SaveKind } from './use-saves.ts';

/** The last save that the front end may show. */
export interface Saved {
	/** Null before the first one. */
	kind: SaveKind | null;
	/** Whether the status after the save is not loaded yet. */
	isSettling: boolean;
	/** Id of the last run of each environment that started before the save; infinite once another user's run follows. */
	lastBefore: Readonly< Record< string, number > >;
	/** Id of the run with which it went live, by environment. */
	liveRunIds: Readonly< Record< string, number > >;
	/** Whether the post is scheduled, its time has passed, and WordPress has not published it. */
	isLate: boolean;
}
