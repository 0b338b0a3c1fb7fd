import { dueMs } from '../admin/live/due.ts';
import { nextCountdown } from '../admin/words/state.ts';
import type { Delivery, EnvironmentStatus } from '../shared/wire.ts';

export type Stage =
	| 'resting'
	| 'countdown'
	| 'sending'
	/** The host has taken it; what came of it is not known, or not yet. */
	| 'accepted'
	/** A purge has no more to come. */
	| 'done'
	| 'building'
	| 'live'
	/** What was unpublished is away. */
	| 'gone'
	| 'buildFailed'
	| 'failed'
	| 'canceled';

/** How far what was saved is on its way to an environment. */
export interface Progress {
	stage: Stage;
	/** The run that took it along, once there is one. */
	delivery: Delivery | null;
}

function stageOfAccepted( { outcome, action }: Delivery ): Stage {
	if ( outcome === 'unknown' ) {
		return action === 'purgeCache' ? 'done' : 'accepted';
	}
	return outcome === 'failed' ? 'buildFailed' : outcome;
}

function stageOf( delivery: Delivery ): Stage {
	switch ( delivery.state ) {
		case 'accepted':
			return stageOfAccepted( delivery );
		case 'retrying':
			return 'countdown';
		case 'cancelled':
			return 'canceled';
		default:
			return delivery.state;
	}
}

/**
 * Finds how far what was saved is.
 *
 * @param environment The environment.
 * @param lastBefore  Id of the last run before the save, 0 for none.
 * @param nowMs       The server's time.
 */
export function progressOf(
	environment: EnvironmentStatus,
	lastBefore: number,
	nowMs: number
): Progress {
	const { state, delivering, last, paused } = environment;
	const [ sending = null ] = delivering;
	if ( state === 'delivering' && sending !== null ) {
		return { stage: 'sending', delivery: sending };
	}
	const run = paused === null ? nextCountdown( environment ) : null;
	if ( run !== null ) {
		const left = ( dueMs( run ) ?? nowMs ) - nowMs;
		return { stage: left > 0 ? 'countdown' : 'sending', delivery: null };
	}
	if ( last !== null && last.id > lastBefore ) {
		return { stage: stageOf( last ), delivery: last };
	}
	return { stage: 'resting', delivery: null };
}
