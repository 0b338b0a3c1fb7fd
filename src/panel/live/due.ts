import type {
	EnvironmentStatus,
	PendingRun,
	Status,
} from '../../shared/wire.ts';

/**
 * Returns when a pending run is sent, in milliseconds, or null while it is held or paused.
 */
export function dueMs( pending: PendingRun ): number | null {
	const due = pending.nextAttemptAt ?? pending.dueAt;
	return due === null || pending.held ? null : Date.parse( due );
}

/** Finds what is sent next automatically in the lane that the headline is about. */
export function countdownOf( {
	pending,
	lane,
}: EnvironmentStatus ): PendingRun | null {
	return (
		pending.find( ( run ) => run.lane === lane && dueMs( run ) !== null ) ??
		null
	);
}

/**
 * Returns the earliest time at which anything is sent, or null when nothing is going to be.
 *
 * @param status The state of all environments.
 */
export function earliestDueMs( status: Status | null ): number | null {
	const dues = ( status?.environments ?? [] )
		.flatMap( ( environment ) => environment.pending )
		.map( dueMs )
		.filter( ( due ) => due !== null );
	return dues.length === 0 ? null : Math.min( ...dues );
}

/**
 * Returns when the server has to be rung: when something is due to be sent, or to be looked at.
 *
 * @param status The state of all environments.
 */
export function nextDispatchMs( status: Status | null ): number | null {
	const times = ( status?.environments ?? [] )
		.map( ( { nextCheckAt } ) => nextCheckAt )
		.filter( ( at ) => at !== null )
		.map( ( at ) => Date.parse( at ) );
	const due = earliestDueMs( status );
	const all = due === null ? times : [ ...times, due ];
	return all.length === 0 ? null : Math.min( ...all );
}

/**
 * Names what is going to be sent automatically; changes whenever one more change joins it. Empty when nothing is.
 *
 * @param status The state of all environments.
 */
export function pendingSignature( status: Status | null ): string {
	return ( status?.environments ?? [] )
		.flatMap( ( environment ) =>
			environment.pending
				.filter( ( pending ) => dueMs( pending ) !== null )
				.map(
					( pending ) =>
						`${ environment.id }/${ pending.lane }/${ pending.changes }/${ dueMs( pending ) }`
				)
		)
		.join( ' ' );
}

/** What is due later than this is not watched second by second: the next try of a run may be an hour away. */
const SOON_MS = 60_000;

function isSoon( at: string | null, nowMs: number ): boolean {
	return at !== null && Date.parse( at ) < nowMs + SOON_MS;
}

/**
 * Tells whether anything moves, so that a person watching wants news soon.
 *
 * @param status The state of all environments.
 */
export function isMoving( status: Status | null, nowMs: number ): boolean {
	return ( status?.environments ?? [] ).some(
		( environment ) =>
			[ 'sending', 'building' ].includes( environment.state ) ||
			environment.sending.length > 0 ||
			isSoon( environment.nextCheckAt, nowMs ) ||
			environment.pending.some(
				( pending ) =>
					( dueMs( pending ) ?? Number.POSITIVE_INFINITY ) <
					nowMs + SOON_MS
			)
	);
}
