import type { Run } from '../../shared/wire.ts';
import { runDurationMs } from './build-time.ts';
import { duration } from './time.ts';

/** What came of a run, as people see it. */
export type Result =
	| 'sending'
	| 'retrying'
	| 'accepted'
	| 'done'
	| 'building'
	| 'live'
	| 'gone'
	| 'buildFailed'
	| 'buildCanceled'
	| 'failed'
	| 'canceled';

function failedResult( run: Run ): Result {
	if ( ! run.accepted ) {
		return 'failed';
	}
	return run.symbol === 'canceled' ? 'buildCanceled' : 'buildFailed';
}

/** Finds what came of a run. */
export function resultOf( run: Run ): Result {
	if ( run.accepted && run.action === 'purgeCache' ) {
		return 'done';
	}
	switch ( run.status ) {
		case 'failed':
			return failedResult( run );
		case 'live':
			return run.live?.what ?? 'live';
		default:
			return run.status;
	}
}

/**
 * Says how long a run took: until it was live, or as long as that is not known, how long the host took to answer at the
 * last try. Empty while a run goes on, and for what never ran.
 */
export function durationText( run: Run ): string {
	const last = run.attempts.at( -1 );
	return last === undefined ||
		run.finishedAt === null ||
		run.status === 'building'
		? ''
		: duration( runDurationMs( run ) ?? last.durationMs );
}

/**
 * Tells whether a run failed and no later one of its lane made up for it: a success takes along what had failed.
 *
 * @param all All runs that are known; later ones have higher ids.
 */
export function isOpenFailure( run: Run, all: readonly Run[] ): boolean {
	return (
		run.status === 'failed' &&
		! run.accepted &&
		! all.some(
			( other ) =>
				other.id > run.id &&
				other.environment === run.environment &&
				other.lane === run.lane &&
				other.accepted &&
				other.status !== 'failed'
		)
	);
}
