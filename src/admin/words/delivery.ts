import { __, sprintf } from '../i18n.ts';
import type { Delivery } from '../../shared/wire.ts';
import { actionLabel } from './action.ts';
import type { StateSymbol } from './description.ts';
import { duration } from './time.ts';

type Result =
	| 'sending'
	| 'retrying'
	| 'accepted'
	| 'done'
	| 'building'
	| 'live'
	| 'buildFailed'
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
		failed: 'buildFailed',
	} as const;
	return results[ delivery.outcome ];
}

function resultOf( delivery: Delivery ): Result {
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
	buildFailed: 'bad',
	failed: 'bad',
	canceled: 'canceled',
};

/**
 * Finds the sign of what came of a run.
 *
 * @param delivery The run.
 */
export function deliverySymbol( delivery: Delivery ): StateSymbol {
	return SYMBOLS[ resultOf( delivery ) ];
}

/**
 * Says what came of a run in a word or two, to go on a sentence.
 * @param delivery
 */
function resultInWords( delivery: Delivery ): string {
	const words: Record< Result, () => string > = {
		sending: () => __( 'being sent', 'headless-deploy' ),
		retrying: () => __( 'trying again', 'headless-deploy' ),
		accepted: () => __( 'accepted', 'headless-deploy' ),
		done: () => __( 'done', 'headless-deploy' ),
		building: () => __( 'building', 'headless-deploy' ),
		live: () => __( 'live', 'headless-deploy' ),
		buildFailed: () => __( 'the build failed', 'headless-deploy' ),
		failed: () => __( 'failed', 'headless-deploy' ),
		canceled: () => __( 'canceled', 'headless-deploy' ),
	};
	return words[ resultOf( delivery ) ]();
}

/**
 * Says what came of a run and when: “Rebuild: accepted, 2 min ago”.
 *
 * @param delivery The run.
 * @param when     For example “2 min ago”.
 */
export function lastRunSentence( delivery: Delivery, when: string ): string {
	return sprintf(
		/* translators: 1: an action, for example “Rebuild”, 2: what came of it, for example “accepted”, 3: a time, for example “2 min ago”. */
		__( '%1$s: %2$s, %3$s', 'headless-deploy' ),
		actionLabel( delivery.action ),
		resultInWords( delivery ),
		when
	);
}

/**
 * Says what came of a run: “Rebuild of Production: accepted”.
 *
 * @param delivery    The run.
 * @param environment Label of its environment.
 */
export function activitySentence(
	delivery: Delivery,
	environment: string
): string {
	return sprintf(
		/* translators: 1: an action, for example “Rebuild”, 2: name of an environment, 3: what came of it, for example “accepted”. */
		__( '%1$s of %2$s: %3$s', 'headless-deploy' ),
		actionLabel( delivery.action ),
		environment,
		resultInWords( delivery )
	);
}

/**
 * Says how long the host took to answer, at the last try; empty while a run goes on, and for what never ran.
 *
 * @param delivery The run.
 */
export function tookInWords( delivery: Delivery ): string {
	const last = delivery.attempts.at( -1 );
	return last === undefined || delivery.finishedAt === null
		? ''
		: duration( last.durationMs );
}

/**
 * Tells whether a run failed and no later one of its lane made up for it: a success takes along what had failed.
 *
 * @param delivery The run.
 * @param all      All runs that are known; later ones have higher ids.
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
