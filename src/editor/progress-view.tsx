import type { RefObject } from 'react';
import { dueMs } from '../live/due-time.ts';
import type { Live } from '../live/use-live.ts';
import { replaceUrlOf } from '../live/components/replace-url.ts';
import { stepsOfRun } from '../live/components/run-steps.ts';
import { StatusSymbol } from '../ui/status-symbol.tsx';
import { StepList } from '../ui/steps.tsx';
import {
	useRequestWithFocus,
	useSendingAction,
} from '../live/components/use-request.ts';
import { sentences } from '../live/labels/timed-text.ts';
import { describe } from '../live/labels/summary.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { describeProgress } from './headline.ts';
import { type Plan, isExcluded } from './plan-lines.tsx';
import { ProgressButtons } from './progress-buttons.tsx';
import { followSave, hasArrived, type Progress } from './progress.ts';
import { progressText } from './progress-text.ts';
import type { Saved } from './use-saved.ts';

interface Props {
	environment: EnvironmentStatus;
	boot: BootData;
	live: Live;
	save: Saved;
	/** URL of the post on the front end; null if unknown. */
	address: string | null;
	/** The effect of the next save on it; null if unknown. */
	plan: Plan | null;
	/**
	 * Whether it is in the document sidebar, which has no room for the steps and shows the effect of the next save too.
	 *
	 * @default false
	 */
	compact?: boolean;
}

/** Shown after a button was pressed, until the server responds. */
const SENDING: Progress = { stage: 'sending', run: null };

function Headline( props: {
	state: ReturnType< typeof describe >;
	headline: RefObject< HTMLHeadingElement >;
} ) {
	const { state, headline } = props;
	return (
		<div className="headless-deploy-progress__headline">
			<StatusSymbol symbol={ state.symbol } />
			<h3 ref={ headline } tabIndex={ -1 }>
				<span role={ state.countdown ? 'timer' : undefined }>
					{ state.headline }
				</span>
			</h3>
		</div>
	);
}

function Sentence( {
	text,
	isProminent,
	isCountdown = false,
}: {
	text: string;
	isProminent: boolean;
	isCountdown?: boolean;
} ) {
	return text === '' ? null : (
		// A reason and a next step are not gray.
		<p className={ isProminent ? undefined : 'headless-deploy-secondary' }>
			<span role={ isCountdown ? 'timer' : undefined }>{ text }</span>
		</p>
	);
}

/**
 * The effect of the next save, in the document sidebar. The status says it of an environment that is held, paused or
 * unreachable.
 */
function nextSaveText( { plan, environment, compact }: Props ): string | null {
	const isShown =
		environment.status === 'held' ||
		plan?.kind === 'paused' ||
		plan?.kind === 'unreachable';
	return compact !== true || isShown || plan === null ? null : plan.text;
}

/** Explains the stage. A run without a save on this page is another user's. */
function Sentences( {
	progress,
	detail,
	...props
}: Props & { progress: Progress; detail: string } ) {
	const { environment, boot, live, save } = props;
	const hasProblem = environment.problem !== null;
	const isMoving = progress.stage !== 'resting';
	const isThisSave =
		( save.lastBefore[ environment.id ] ?? Infinity ) < Infinity;
	const next = nextSaveText( props );
	const rest = hasArrived( progress ) ? '' : detail;
	const remedy = hasProblem ? '' : environment.remedy;
	return (
		<>
			<Sentence
				text={
					isThisSave || ! isMoving || hasProblem
						? progressText(
								environment,
								progress,
								save,
								live.nowMs,
								boot.timeZone
							)
						: detail
				}
				isProminent={ hasProblem }
			/>
			{ ( ! isMoving || hasArrived( progress ) ) && (
				<Sentence
					text={ next ?? sentences( rest, remedy ) }
					isProminent={ false }
				/>
			) }
		</>
	);
}

/** Shows the progress of the save on one environment. */
export function ProgressView( props: Props ) {
	const { environment, boot, live, save, plan, compact } = props;
	const { nowMs } = live;
	const { timeZone } = boot;
	const request = useRequestWithFocus( live.refresh );
	const { busy, sendRequest, headline } = request;
	const sending = useSendingAction( request.sending, environment );
	const since = save.lastBefore[ environment.id ] ?? Infinity;
	const followed = followSave( environment, since, save.kind, nowMs );
	const shown = sending === null ? followed.shown : environment;
	const progress = sending === null ? followed.progress : SENDING;
	if ( progress.stage === 'resting' && isExcluded( environment, plan ) ) {
		return <p>{ plan.text }</p>;
	}
	const facts = { environment: shown, progress, nowMs, timeZone };
	const state = describeProgress( facts, sending );
	const whole = describe( environment, nowMs, timeZone );
	const { countdown } = hasArrived( progress )
		? whole
		: describe( shown, nowMs, timeZone );
	const due = state.countdown === null ? null : dueMs( state.countdown );
	const steps = stepsOfRun( {
		...{ environment: shown, nowMs, timeZone },
		...progress,
		isRemoval: save.kind === 'remove',
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
					environment={ shown }
				/>
				{ shown !== environment &&
					environment.status !== 'upToDate' && (
						<Sentence
							text={ whole.headline }
							isProminent={ environment.needsHelp }
							isCountdown={ whole.countdown !== null }
						/>
					) }
				<ProgressButtons
					{ ...{ busy, sendRequest, countdown } }
					environment={ shown }
					whole={ environment }
					replaceUrl={ replaceUrlOf( boot, environment.id ) }
					address={ props.address }
					// The pressed button stays, so that it keeps the focus.
					progress={ followed.progress }
				/>
			</div>
		</div>
	);
}
