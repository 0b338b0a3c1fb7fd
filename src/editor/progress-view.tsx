import type { RefObject } from 'react';
import type { Live } from '../live/use-live.ts';
import { replaceUrlOf } from '../live/components/replace-url.ts';
import { StatusSymbol } from '../ui/status-symbol.tsx';
import { StepList } from '../ui/steps.tsx';
import {
	RequestsProvider,
	useRequestWithFocus,
	useSendingAction,
} from '../live/components/use-request.ts';
import { sentences } from '../live/labels/timed-text.ts';
import { describe } from '../live/labels/summary.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus, SaveProgress } from '../shared/wire.ts';
import { type Plan, isExcluded } from './plan-lines.tsx';
import { ProgressButtons } from './progress-buttons.tsx';
import {
	describeProgress,
	followSave,
	hasArrived,
	type ProgressTexts,
	sendingProgress,
} from './progress.ts';
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

function Headline( props: {
	state: ProgressTexts;
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
	texts: { sentence, detail },
	...props
}: Props & { progress: SaveProgress; texts: ProgressTexts } ) {
	const { environment, save } = props;
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
					isThisSave || ! isMoving || hasProblem ? sentence : detail
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
	const sending = useSendingAction( request.sending, environment );
	const since = save.lastBefore[ environment.id ] ?? Infinity;
	const followed = followSave( environment, since, nowMs );
	const current =
		sending === null
			? followed
			: { shown: environment, progress: sendingProgress( environment ) };
	const { shown, progress } = current;
	if ( progress.stage === 'resting' && isExcluded( environment, plan ) ) {
		return <p>{ plan.text }</p>;
	}
	const state = describeProgress(
		current,
		save.kind,
		nowMs,
		timeZone,
		sending
	);
	const whole = describe( environment, nowMs, timeZone );
	const { countdown } = hasArrived( progress )
		? whole
		: describe( shown, nowMs, timeZone );
	return (
		<div className="headless-deploy-progress">
			<Headline state={ state } headline={ request.headline } />
			<div className="headless-deploy-progress__body">
				{ progress.stage !== 'resting' && compact !== true && (
					<StepList steps={ state.steps } />
				) }
				<Sentences
					{ ...{ ...props, progress, texts: state } }
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
				<RequestsProvider value={ request }>
					<ProgressButtons
						countdown={ countdown }
						environment={ shown }
						whole={ environment }
						replaceUrl={ replaceUrlOf( boot, environment.id ) }
						address={ props.address }
						// The pressed button stays, so that it keeps the focus.
						progress={ followed.progress }
					/>
				</RequestsProvider>
			</div>
		</div>
	);
}
