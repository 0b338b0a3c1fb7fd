import { countdownOf, dueMs } from '../panel/live/due.ts';
import { undeployedOf } from '../panel/labels/description.ts';
import type { Run, EnvironmentStatus } from '../shared/wire.ts';
import type { Stage } from '../panel/components/run-steps.ts';
import type { SaveKind } from './use-saves.ts';

/** How far what was saved is on its way to an environment. */
export interface Progress {
	stage: Stage;
	/** The run that took it along, once there is one. */
	run: Run | null;
}

/** With these it has arrived. */
const ARRIVED: readonly Stage[] = [ 'live', 'gone', 'done' ];

/**
 * Tells whether there is nothing more to come.
 *
 * @param progress How far it is.
 */
export function hasArrived( { stage }: Progress ): boolean {
	return ARRIVED.includes( stage );
}

function stageOf( run: Run, kind: SaveKind | null ): Stage {
	switch ( run.status ) {
		case 'accepted':
			return run.action === 'purgeCache' ? 'done' : 'accepted';
		case 'failed':
			return run.accepted ? 'buildFailed' : 'failed';
		case 'live':
			// A run brings what comes and takes away what goes, whichever of it was looked at.
			return kind === 'remove' ? 'gone' : 'live';
		case 'retrying':
			return 'countdown';
		default:
			return run.status;
	}
}

function isHeadlineRun( { lane }: EnvironmentStatus ) {
	return ( run: Run ): boolean => run.lane === lane;
}

/**
 * Finds how far what was saved is.
 *
 * @param lastBefore Id of the last run that was begun before the save, 0 for none; infinite where nothing was saved.
 * @param kind       What the save did.
 */
export function progressOf(
	environment: EnvironmentStatus,
	lastBefore: number,
	kind: SaveKind | null,
	nowMs: number
): Progress {
	const { state, last, paused, pending } = environment;
	const sending =
		environment.sending.find( isHeadlineRun( environment ) ) ?? null;
	const run = paused === null ? countdownOf( environment ) : null;
	if (
		state === 'sending' &&
		sending !== null &&
		// What began before the save does not carry it: that waits for the next run.
		( run === null || sending.id > lastBefore )
	) {
		return { stage: 'sending', run: sending };
	}
	if ( run !== null ) {
		const left = ( dueMs( run ) ?? nowMs ) - nowMs;
		return { stage: left > 0 ? 'countdown' : 'sending', run: null };
	}
	const left = undeployedOf( environment );
	if ( state === 'canceled' && left !== null && left.run > lastBefore ) {
		return { stage: 'canceled', run: null };
	}
	// A run that ended does not include changes that are held or paused.
	if ( last !== null && last.id > lastBefore && pending.length === 0 ) {
		return { stage: stageOf( last, kind ), run: last };
	}
	return { stage: 'resting', run: null };
}
