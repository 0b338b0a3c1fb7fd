import type { Delivery } from '../../shared/wire.ts';
import { wayMs } from './build-time.ts';
import type { StateSymbol } from './description.ts';
import { isBuildCanceled } from './failure.ts';
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

function acceptedResult( delivery: Delivery ): Result {
	if ( delivery.action === 'purgeCache' ) {
		return 'done';
	}
	const results = {
		unknown: 'accepted',
		building: 'building',
		live: 'live',
		gone: 'gone',
		failed: isBuildCanceled( delivery ) ? 'buildCanceled' : 'buildFailed',
	} as const;
	return results[ delivery.outcome ];
}

/** Finds what came of a run. */
export function resultOf( delivery: Delivery ): Result {
	switch ( delivery.state ) {
		case 'accepted':
			return acceptedResult( delivery );
		case 'cancelled':
			return 'canceled';
		default:
			return delivery.state;
	}
}

const SYMBOLS: Record< Result, StateSymbol > = {
	sending: 'busy',
	retrying: 'warning',
	accepted: 'accepted',
	done: 'good',
	building: 'busy',
	live: 'good',
	gone: 'good',
	buildFailed: 'bad',
	buildCanceled: 'canceled',
	failed: 'bad',
	canceled: 'canceled',
};

/** Finds the sign of what came of a run. */
export function deliverySymbol( delivery: Delivery ): StateSymbol {
	return SYMBOLS[ resultOf( delivery ) ];
}

/**
 * Says how long a run took: until it was live, or as long as that is not known, how long the host took to answer at the
 * last try. Empty while a run goes on, and for what never ran.
 */
export function tookInWords( delivery: Delivery ): string {
	const last = delivery.attempts.at( -1 );
	return last === undefined ||
		delivery.finishedAt === null ||
		delivery.outcome === 'building'
		? ''
		: duration( wayMs( delivery ) ?? last.durationMs );
}

/**
 * Tells whether a run failed and no later one of its lane made up for it: a success takes along what had failed.
 *
 * @param all All runs that are known; later ones have higher ids.
 */
export function isOpenFailure(
	delivery: Delivery,
	all: readonly Delivery[]
): boolean {
	return (
		delivery.state === 'failed' &&
		! all.some(
			( other ) =>
				other.id > delivery.id &&
				other.environment === delivery.environment &&
				other.lane === delivery.lane &&
				other.state === 'accepted' &&
				other.outcome !== 'failed'
		)
	);
}
