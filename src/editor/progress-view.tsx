import type { RefObject } from 'react';
import { dueMs } from '../panel/live/due.ts';
import type { Live } from '../panel/live/use-live.ts';
import { replaceUrlOf } from '../panel/components/replace-url.ts';
import { stepsOfRun } from '../panel/components/run-steps.ts';
import { StateSymbol } from '../panel/components/state-symbol.tsx';
import { StepList } from '../panel/components/steps.tsx';
import { useRequestWithFocus } from '../panel/components/use-request.ts';
import { sentences } from '../panel/labels/sentences.ts';
import { describe } from '../panel/labels/summary.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { describeProgress } from './headline.ts';
import { type Plan, isExcluded } from './plan-lines.tsx';
import { ProgressButtons } from './progress-buttons.tsx';
import { hasArrived, type Progress, progressOf } from './progress.ts';
import { progressText } from './progress-text.ts';
import type { Saved } from './use-saved.ts';

interface Props {
	environment: EnvironmentStatus;
	boot: BootData;
	live: Live;
	save: Saved;
	/** Where the front end shows the post, null where that is not known. */
	address: string | null;
	/** What the next save means for it, null where it is not known. */
	plan: Plan | null;
	/**
	 * Whether it stands beside the post, where there is no room for steps and the next save counts as much as the last.
	 *
	 * @default false
	 */
	compact?: boolean;
}

/** What a press shows before the server answers. */
const SENDING: Progress = { stage: 'sending', run: null };

function Headline( props: {
	state: ReturnType< typeof describe >;
	headline: RefObject< HTMLHeadingElement >;
} ) {
	const { state, headline } = props;
	return (
		<div className="headless-deploy-progress__headline">
			<StateSymbol symbol={ state.symbol } />
			<h3 ref={ headline } tabIndex={ -1 }>
				<span role={ state.countdown ? 'timer' : undefined }>
					{ state.headline }
				</span>
			</h3>
		</div>
	);
}

function Sentence( { text, loud }: { text: string; loud: boolean } ) {
	return text === '' ? null : (
		// A reason and the next step are never pale.
		<p className={ loud ? undefined : 'headless-deploy-secondary' }>
			{ text }
		</p>
	);
}

/**
 * Says beside the post what its next save means; what is held, paused or cannot be reached says so by its state.
 */
function nextSaveText( { plan, environment, compact }: Props ): string | null {
	const isShown =
		environment.state === 'held' ||
		plan?.kind === 'paused' ||
		plan?.kind === 'unreachable';
	return compact !== true || isShown || plan === null ? null : plan.text;
}

/**
 * Says what the stage means; what moves without a save of this page is another user's.
 *
 * @param props.detail What the state itself says.
 */
function Sentences( {
	progress,
	detail,
	...props
}: Props & { progress: Progress; detail: string } ) {
	const { environment, boot, live, save } = props;
	const isTrouble = environment.problem !== null;
	const isMoving = progress.stage !== 'resting';
	const isThisSave =
		( save.lastBefore[ environment.id ] ?? Infinity ) < Infinity;
	const next = nextSaveText( props );
	const rest = hasArrived( progress ) ? '' : detail;
	const remedy = isTrouble ? '' : environment.remedy;
	return (
		<>
			<Sentence
				text={
					isThisSave || ! isMoving || isTrouble
						? progressText(
								environment,
								progress,
								save,
								live.nowMs,
								boot.timeZone
							)
						: detail
				}
				loud={ isTrouble }
			/>
			{ ( ! isMoving || hasArrived( progress ) ) && (
				<Sentence
					text={ next ?? sentences( rest, remedy ) }
					loud={ false }
				/>
			) }
		</>
	);
}

/** Shows how far what was saved is on its way to one environment. */
export function ProgressView( props: Props ) {
	const { environment, boot, live, save, plan, compact } = props;
	const { nowMs } = live;
	const { timeZone } = boot;
	const { busy, sending, sendRequest, headline } = useRequestWithFocus(
		live.refresh
	);
	const since = save.lastBefore[ environment.id ] ?? Infinity;
	const currentProgress = progressOf( environment, since, save.kind, nowMs );
	const progress = sending === null ? currentProgress : SENDING;
	if ( progress.stage === 'resting' && isExcluded( environment, plan ) ) {
		return <p>{ plan.text }</p>;
	}
	const facts = { environment, progress, nowMs, timeZone };
	const state = describeProgress( facts, sending );
	const { countdown } = describe( environment, nowMs, timeZone );
	const due = state.countdown === null ? null : dueMs( state.countdown );
	const steps = stepsOfRun( {
		...{ environment, nowMs, timeZone },
		...progress,
		removes: save.kind === 'remove',
		leftMs: due === null ? 0 : due - nowMs,
	} );
	return (
		<div className="headless-deploy-progress">
			<Headline { ...{ state, headline } } />
			<div className="headless-deploy-progress__body">
				{ progress.stage !== 'resting' && compact !== true && (
					<StepList steps={ steps } />
				) }
				<Sentences
					{ ...{ ...props, progress, detail: state.detail } }
				/>
				<ProgressButtons
					{ ...{ environment, busy, sendRequest, countdown } }
					replaceUrl={ replaceUrlOf( boot, environment.id ) }
					address={ props.address }
					// A button that is pressed stays, and with it the focus.
					progress={ currentProgress }
				/>
			</div>
		</div>
	);
}
