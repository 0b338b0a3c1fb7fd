import { countdownOf, dueMs } from '../live/due-time.ts';
import { undeployedOf } from '../live/labels/description.ts';
import { atSaveLane } from '../live/labels/save-lane.ts';
import type { EnvironmentStatus, Run } from '../shared/wire.ts';
import type { Stage } from '../live/components/run-steps.ts';
import type { SaveKind } from './use-saves.ts';

/** The progress of a save on an environment. */
export interface Progress {
	stage: Stage;
	/** The run that includes the save, once there is one. */
	run: Run | null;
}

/** The stages in which the front end shows the change. */
const ARRIVED: readonly Stage[] = [ 'live', 'gone', 'done' ];

/** Whether the progress is complete. */
export function hasArrived( { stage }: Progress ): boolean {
	return ARRIVED.includes( stage );
}

function stageOf(
	run: Run,
	kind: SaveKind | null,
	{ trackedLanes, planChange }: EnvironmentStatus
): Stage {
	// Of purges, only the one that replaced a refresh is checked.
	const isChecked =
		trackedLanes.includes( run.lane ) &&
		( run.lane === 'refresh' || planChange !== '' );
	switch ( run.status ) {
		case 'accepted':
			return run.lane === 'build' || isChecked ? 'accepted' : 'done';
		case 'failed':
			return run.accepted ? 'buildFailed' : 'failed';
		case 'live':
			// A run adds and removes pages, whichever of them was checked.
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

/** The progress of a save, and the environment as the lane of its run shows it. */
export interface FollowedSave {
	shown: EnvironmentStatus;
	progress: Progress;
}

/**
 * Follows a save where it is live first: a refresh is, while the rebuild of the same save is still pending.
 *
 * @param lastBefore Id of the last run that started before the save, 0 for none; infinite if nothing was saved.
 */
export function followSave(
	environment: EnvironmentStatus,
	lastBefore: number,
	kind: SaveKind | null,
	nowMs: number
): FollowedSave {
	const shown = atSaveLane( environment );
	const progress = progressOf( shown, lastBefore, kind, nowMs );
	return shown !== environment && progress.stage === 'resting'
		? {
				shown: environment,
				progress: progressOf( environment, lastBefore, kind, nowMs ),
			}
		: { shown, progress };
}

/**
 * Determines the progress of a save in the lane of the headline.
 *
 * @param lastBefore Id of the last run that started before the save, 0 for none; infinite if nothing was saved.
 */
function progressOf(
	environment: EnvironmentStatus,
	lastBefore: number,
	kind: SaveKind | null,
	nowMs: number
): Progress {
	const { status, lastRun, paused, pending } = environment;
	const sending =
		environment.sending.find( isHeadlineRun( environment ) ) ?? null;
	const run = paused === null ? countdownOf( environment ) : null;
	if (
		status === 'sending' &&
		sending !== null &&
		// A run that started before the save does not include it: the save waits for the next run.
		( run === null || sending.id > lastBefore )
	) {
		return { stage: 'sending', run: sending };
	}
	if ( run !== null ) {
		const leftMs = ( dueMs( run ) ?? nowMs ) - nowMs;
		return { stage: leftMs > 0 ? 'countdown' : 'sending', run: null };
	}
	const undeployed = undeployedOf( environment );
	if (
		status === 'canceled' &&
		undeployed !== null &&
		undeployed.run > lastBefore
	) {
		return { stage: 'canceled', run: null };
	}
	// A run that ended does not include changes that are held or paused.
	if ( lastRun !== null && lastRun.id > lastBefore && pending.length === 0 ) {
		return {
			stage: stageOf( lastRun, kind, environment ),
			run: lastRun,
		};
	}
	return { stage: 'resting', run: null };
}
