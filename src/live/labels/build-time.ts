import type { Run } from '../../shared/wire.ts';

/**
 * How long a run took until its result; null while the result is unknown, and if a build that a user started at the host
 * repaired the run.
 */
export function runDurationMs( run: Run ): number | null {
	const { attempts, build, createdAt, status, trackedAt } = run;
	if (
		trackedAt === null ||
		( build?.origin ?? '' ) !== '' ||
		status === 'accepted' ||
		status === 'building'
	) {
		return null;
	}
	const sentAt = attempts.at( -1 )?.at ?? createdAt;
	return Math.max( 0, Date.parse( trackedAt ) - Date.parse( sentAt ) );
}
