/** The effect on the front end of saving the post now. */
export type Moment =
	/** It goes live with this save. */
	| { kind: 'publish' }
	/** It is live and changes. */
	| { kind: 'update' }
	/** It goes live automatically: the time as it is in the site's time zone, `2026-11-24T09:00:00`. */
	| { kind: 'schedule'; at: string }
	/** Visitors do not see it, for this reason. */
	| { kind: 'none'; reason: 'private' | 'review' | 'pattern' };

/** The data of the post in the editor. */
export interface PostFacts {
	/** The stored status. */
	status: string;
	/** The status for the next save. */
	editedStatus: string;
	/** The stored date. */
	date: string;
	/** The chosen date. */
	editedDate: string;
	/** Whether that date is in the future. */
	isDateAhead: boolean;
	/** Whether this user may publish it instead of submitting it for review. */
	mayPublish: boolean;
	/** Whether it is a pattern that no post uses: a new one, or an unsynced one, which posts copy. */
	isUnused: boolean;
}

/** Determines the effect of the next save. */
export function momentOf( facts: PostFacts ): Moment {
	const { status, editedStatus, editedDate, isDateAhead } = facts;
	if ( facts.isUnused ) {
		return { kind: 'none', reason: 'pattern' };
	}
	if ( status === 'publish' ) {
		return { kind: 'update' };
	}
	const isUnchangedSchedule =
		status === 'future' && editedDate === facts.date;
	if ( ! facts.mayPublish ) {
		return { kind: 'none', reason: 'review' };
	}
	if ( editedStatus === 'private' ) {
		return { kind: 'none', reason: 'private' };
	}
	// The editor counts a post as published from a minute before its time on, though WordPress publishes it later.
	return ( isDateAhead || isUnchangedSchedule ) && editedDate !== ''
		? { kind: 'schedule', at: editedDate }
		: { kind: 'publish' };
}
