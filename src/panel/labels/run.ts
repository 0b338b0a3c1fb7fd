import type { Run } from '../../shared/wire.ts';
import { runDurationMs } from './build-time.ts';
import { duration } from './time.ts';

/**
 * How long a run took: until it was live, or if that is unknown, how long the host took to answer the last attempt.
 * Empty while a run is in progress, and for a run without attempts.
 */
export function durationText( run: Run ): string {
	const tookMs = runDurationMs( run ) ?? run.attempts.at( -1 )?.durationMs;
	return tookMs === undefined ||
		run.finishedAt === null ||
		run.status === 'building'
		? ''
		: duration( tookMs );
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
