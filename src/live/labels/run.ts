import type { Run } from '../../shared/wire.ts';
import { duration } from '../../ui/duration.ts';

/**
 * How long a run took from its last attempt until its result. Empty if that is unknown, and for a refresh that is live: its
 * headline says how long after the change.
 */
export function durationText( run: Run ): string {
	const { durationMs, lane, status } = run;
	return durationMs === null || ( lane === 'refresh' && status === 'live' )
		? ''
		: duration( durationMs );
}

/** Whether a run failed and no other run includes its changes: no stronger action, and no later run of its lane that succeeded. */
export function isOpenFailure( run: Run, all: readonly Run[] ): boolean {
	return (
		run.status === 'failed' &&
		! run.accepted &&
		run.replacedBy === null &&
		! all.some(
			( other ) =>
				other.id > run.id &&
				other.environment === run.environment &&
				other.lane === run.lane &&
				other.accepted &&
				other.cause !== 'host' &&
				other.status !== 'failed'
		)
	);
}
