import { dueMs } from '../admin/live/due.ts';
import { nextCountdown } from '../admin/words/state.ts';
import type { Delivery, EnvironmentStatus } from '../shared/wire.ts';

export type Stage =
	'resting' | 'countdown' | 'sending' | 'accepted' | 'failed' | 'canceled';

/** How far what was published is on its way to an environment. */
export interface Progress {
	stage: Stage;
	/** The run that took it along, once there is one. */
	delivery: Delivery | null;
}

const STAGES: Record< Delivery[ 'state' ], Stage > = {
	sending: 'sending',
	retrying: 'countdown',
	accepted: 'accepted',
	failed: 'failed',
	cancelled: 'canceled',
};

/**
 * Finds how far what was published is.
 *
 * @param environment The environment.
 * @param lastBefore  Id of the last run before the post was saved, 0 for none.
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
		return { stage: STAGES[ last.state ], delivery: last };
	}
	return { stage: 'resting', delivery: null };
}
