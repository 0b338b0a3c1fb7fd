import type { EnvironmentStatus, PendingRun, Status } from '../shared/wire.ts';

/** Null while the run is held or paused. */
export function dueMs( pending: PendingRun ): number | null {
	const due = pending.nextAttemptAt ?? pending.dueAt;
	return due === null || pending.held ? null : Date.parse( due );
}

/** The run that counts down in the lane of the headline. */
export function countdownOf( {
	pending,
	lane,
}: EnvironmentStatus ): PendingRun | null {
	return (
		pending.find( ( run ) => run.lane === lane && dueMs( run ) !== null ) ??
		null
	);
}

/** When the next run is sent. */
export function earliestDueMs( status: Status | null ): number | null {
	const dues = ( status?.environments ?? [] )
		.flatMap( ( environment ) => environment.pending )
		.map( dueMs )
		.filter( ( due ) => due !== null );
	return dues.length === 0 ? null : Math.min( ...dues );
}

/** When a run is due to be sent or to be checked. */
export function nextDispatchMs( status: Status | null ): number | null {
	const times = ( status?.environments ?? [] )
		.map( ( { nextCheckAt } ) => nextCheckAt )
		.filter( ( at ) => at !== null )
		.map( ( at ) => Date.parse( at ) );
	const due = earliestDueMs( status );
	const all = due === null ? times : [ ...times, due ];
	return all.length === 0 ? null : Math.min( ...all );
}

/** Identifies the runs that are going to be sent; changes with each new change. Empty if there are none. */
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

/** The next attempt of a run may be an hour away; only what is due sooner than this counts as moving. */
const SOON_MS = 60_000;

function isSoon( at: string | null, nowMs: number ): boolean {
	return at !== null && Date.parse( at ) < nowMs + SOON_MS;
}

/** Whether the status is about to change, so that it is loaded more often. */
export function isMoving( status: Status | null, nowMs: number ): boolean {
	return ( status?.environments ?? [] ).some(
		( environment ) =>
			[ 'sending', 'building' ].includes( environment.status ) ||
			environment.sending.length > 0 ||
			environment.hostBuild?.status === 'building' ||
			isSoon( environment.nextCheckAt, nowMs ) ||
			environment.pending.some(
				( pending ) =>
					( dueMs( pending ) ?? Number.POSITIVE_INFINITY ) <
					nowMs + SOON_MS
			)
	);
}
