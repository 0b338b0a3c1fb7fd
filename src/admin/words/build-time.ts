import type { Delivery } from '../../shared/wire.ts';

/**
 * Tells how long a build has taken, or took; null where the host told of none.
 *
 * @param delivery The run.
 * @param nowMs    The server's time.
 */
export function buildMs( delivery: Delivery, nowMs: number ): number | null {
	const { build, outcome, outcomeAt, finishedAt } = delivery;
	if ( build === null && outcome !== 'building' ) {
		return null;
	}
	const began = build?.startedAt ?? finishedAt ?? delivery.createdAt;
	const ended =
		build?.finishedAt ?? ( outcome === 'building' ? null : outcomeAt );
	const endMs = ended === null ? nowMs : Date.parse( ended );
	return Math.max( 0, endMs - Date.parse( began ) );
}

/**
 * Tells how long it took from sending a run to what came of it; null while that is not known.
 *
 * @param delivery The run.
 */
export function wayMs( delivery: Delivery ): number | null {
	const { attempts, createdAt, outcome, outcomeAt } = delivery;
	if (
		outcomeAt === null ||
		outcome === 'unknown' ||
		outcome === 'building'
	) {
		return null;
	}
	const sentAt = attempts.at( -1 )?.at ?? createdAt;
	return Math.max( 0, Date.parse( outcomeAt ) - Date.parse( sentAt ) );
}

/**
 * Finds what is usual among several spans; null when there are none.
 *
 * @param spansMs The spans.
 */
export function median( spansMs: readonly number[] ): number | null {
	const sorted = [ ...spansMs ].sort( ( one, other ) => one - other );
	return sorted[ Math.floor( sorted.length / 2 ) ] ?? null;
}
