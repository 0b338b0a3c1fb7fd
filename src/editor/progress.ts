import { countdownOf } from '../live/due-time.ts';
import { filledSteps } from '../live/labels/run-steps.ts';
import { atSaveLane } from '../live/labels/save-lane.ts';
import { type Description, describe } from '../live/labels/summary.ts';
import { fillText } from '../live/labels/timed-text.ts';
import type { Action } from '../shared/actions.ts';
import type { EnvironmentStatus, SaveProgress } from '../shared/wire.ts';
import type { Step } from '../ui/steps.tsx';
import type { SaveKind } from './use-saves.ts';

/** Shown where the status of the lane says it all. */
const RESTING: Omit< SaveProgress, 'lane' > = {
	stage: 'resting',
	run: null,
	anySave: true,
	until: null,
	symbol: null,
	headline: null,
	removalHeadline: null,
	publish: { text: '' },
	update: { text: '' },
	remove: { text: '' },
	steps: [],
};

/** Whether the front end shows the change. */
export function hasArrived( { stage }: SaveProgress ): boolean {
	return stage === 'live' || stage === 'done';
}

/** The progress of a save, and the environment as the lane of its run shows it. */
export interface FollowedSave {
	shown: EnvironmentStatus;
	progress: SaveProgress;
}

/**
 * Picks what the server says of a save.
 *
 * @param lastBefore Id of the last run that started before the save, 0 for none; infinite if nothing was saved.
 */
export function followSave(
	environment: EnvironmentStatus,
	lastBefore: number,
	nowMs: number
): FollowedSave {
	const progress = environment.progress.find(
		( { run, anySave, until } ) =>
			( anySave || ( run ?? 0 ) > lastBefore ) &&
			( until === null || Date.parse( until ) > nowMs )
	) ?? { ...RESTING, lane: environment.lane };
	const isOfSaveLane = progress.lane === environment.saveLane?.lane;
	return {
		shown: isOfSaveLane ? atSaveLane( environment ) : environment,
		progress,
	};
}

/** What is shown after a button was pressed, until the server responds. */
export function sendingProgress(
	environment: EnvironmentStatus
): SaveProgress {
	const { lane, progress } = environment;
	return (
		progress.filter( ( { stage } ) => stage === 'sending' ).at( -1 ) ?? {
			...RESTING,
			lane,
			stage: 'sending',
		}
	);
}

/** The texts of a stage with their times. */
export interface ProgressTexts extends Description {
	sentence: string;
	steps: Step[];
}

/**
 * Describes the progress of the save on an environment; without a save, the status of the environment.
 *
 * @param kind    Null without a save.
 * @param sending The action that was just started and that the status does not contain yet.
 */
export function describeProgress(
	{ shown, progress }: FollowedSave,
	kind: SaveKind | null,
	nowMs: number,
	timeZone: string,
	sending: Action | null
): ProgressTexts {
	const isRemoval = kind === 'remove';
	const description = describe( shown, nowMs, timeZone, sending );
	const steps = progress.steps.map( ( step ) =>
		isRemoval ? { ...step, text: step.removal } : step
	);
	const texts = {
		...description,
		sentence: fillText( progress[ kind ?? 'update' ], nowMs, timeZone ),
		steps: filledSteps( steps, nowMs, timeZone ),
	};
	const headline = isRemoval ? progress.removalHeadline : progress.headline;
	if ( headline === null || sending !== null ) {
		return texts;
	}
	// The last detail of an environment at rest says since when it is live, like the headline.
	const isRepeated =
		progress.stage === 'resting' &&
		( shown.next === null || Date.parse( shown.next.from ) <= nowMs );
	return {
		...texts,
		symbol: progress.symbol ?? description.symbol,
		headline: fillText( headline, nowMs, timeZone ),
		detail: isRepeated ? '' : description.detail,
		countdown: headline.until === undefined ? null : countdownOf( shown ),
	};
}
