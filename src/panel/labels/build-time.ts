import type { Run } from '../../shared/wire.ts';
import { duration } from './time.ts';

/**
 * Tells how long a build has taken, or took; null where the host reported none.
 */
export function buildMs( run: Run, nowMs: number ): number | null {
	const { build, status, trackedAt, finishedAt } = run;
	if ( build === null && status !== 'building' ) {
		return null;
	}
	const began = build?.startedAt ?? finishedAt ?? run.createdAt;
	const ended =
		build?.finishedAt ?? ( status === 'building' ? null : trackedAt );
	const endMs = ended === null ? nowMs : Date.parse( ended );
	return Math.max( 0, endMs - Date.parse( began ) );
}

/**
 * Says for how long a build has been running, in whole seconds; empty in its first second.
 */
export function buildingFor( run: Run, nowMs: number ): string {
	const wholeSeconds = Math.floor( ( buildMs( run, nowMs ) ?? 0 ) / 1e3 );
	return wholeSeconds === 0 ? '' : duration( wholeSeconds * 1e3 );
}

/**
 * Tells how long it took from sending a run to what came of it; null while that is not known, and where a build that
 * was started at the host repaired the run: the time until a user started it is no time that the run took.
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

/** Finds what is usual among several spans; null when there are none. */
export function median( spansMs: readonly number[] ): number | null {
	const sorted = [ ...spansMs ].sort( ( one, other ) => one - other );
	return sorted[ Math.floor( sorted.length / 2 ) ] ?? null;
}
