/** What saving the post, as it is now, comes to for the front end. */
export type Moment =
	/** It goes live with this save. */
	| { kind: 'publish' }
	/** It is live and changes. */
	| { kind: 'update' }
	/** It goes live automatically: the time as it is in the site's time zone, `2026-11-24T09:00:00`. */
	| { kind: 'schedule'; at: string }
	/** Visitors see nothing of it, and why. */
	| { kind: 'none'; reason: 'private' | 'review' | 'pattern' };

/** What the editor knows of its post. */
export interface PostFacts {
	/** Status as it is stored. */
	status: string;
	/** Status as it is chosen for the next save. */
	editedStatus: string;
	/** Date as it is chosen. */
	editedDate: string;
	/** Whether that date is still to come. */
	isDateAhead: boolean;
	/** Whether this person may publish it, other than hand it in for review. */
	mayPublish: boolean;
	/** Whether it is a pattern that is in use nowhere: it is new, or copied into the posts where it is put. */
	isUnused: boolean;
}

/**
 * Finds what the next save comes to.
 *
 * @param facts What the editor knows.
 */
export function momentOf( facts: PostFacts ): Moment {
	const { status, editedStatus, editedDate, isDateAhead } = facts;
	if ( facts.isUnused ) {
		return { kind: 'none', reason: 'pattern' };
	}
	if ( status === 'publish' ) {
		return { kind: 'update' };
	}
	if ( ! facts.mayPublish ) {
		return { kind: 'none', reason: 'review' };
	}
	if ( editedStatus === 'private' ) {
		return { kind: 'none', reason: 'private' };
	}
	return isDateAhead && editedDate !== ''
		? { kind: 'schedule', at: editedDate }
		: { kind: 'publish' };
}
