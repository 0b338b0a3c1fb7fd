import { dueMs } from '../admin/live/due.ts';
import { StateSymbol } from '../admin/parts/state-symbol.tsx';
import { useStayingPress } from '../admin/parts/use-staying-press.ts';
import { describe } from '../admin/words/state.ts';
import { troubleOf } from '../admin/words/trouble.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { describeProgress } from './headline.ts';
import { ProgressButtons } from './progress-buttons.tsx';
import { type Progress, progressOf } from './progress.ts';
import { progressInWords, type SaveFacts } from './progress-words.ts';
import { Steps } from './steps.tsx';

interface Props {
	environment: EnvironmentStatus;
	/** Id of the last run before the save, 0 for none. */
	lastBefore: number;
	save: SaveFacts;
	/** Where the front end shows the post, null where that is not known. */
	address: string | null;
	nowMs: number;
	timeZone: string;
	refresh: () => Promise< void >;
	/** Where the token of this environment is replaced, null for those who may not. */
	replaceUrl: string | null;
	/**
	 * Whether the steps are left out, where there is no room for them.
	 *
	 * @default false
	 */
	compact?: boolean;
	/** Said while nothing is on its way; by default what the state says. */
	atRest?: string;
}

/** What a press shows before anybody answers. */
const SENDING: Progress = { stage: 'sending', delivery: null };

function Headline( props: {
	state: ReturnType< typeof describe >;
	headline: ReturnType< typeof useStayingPress >[ 'headline' ];
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
 * Shows how far what was saved is on its way to one environment.
 *
 * @param props See Props.
 */
export function ProgressView( props: Props ) {
	const { environment, save, nowMs, timeZone, replaceUrl } = props;
	const { busy, sending, press, headline } = useStayingPress( props.refresh );
	const known = progressOf( environment, props.lastBefore, nowMs );
	const progress = sending === null ? known : SENDING;
	const state = describeProgress(
		environment,
		progress,
		nowMs,
		timeZone,
		sending
	);
	const due = state.countdown === null ? null : dueMs( state.countdown );
	const isMoving = progress.stage !== 'resting';
	const mends = replaceUrl !== null;
	const isTrouble = troubleOf( environment ) !== null;
	// What moves without a save of this page is somebody else's.
	const isOurs = save.kind !== null || ! isMoving || isTrouble;
	const words = isOurs
		? progressInWords( environment, progress, save, mends, nowMs, timeZone )
		: state.detail;
	return (
		<div className="headless-deploy-progress">
			<Headline { ...{ state, headline } } />
			<div className="headless-deploy-progress__body">
				{ isMoving && props.compact !== true && (
					<Steps
						{ ...{ environment, progress, nowMs, timeZone } }
						removes={ save.kind === 'remove' }
						leftMs={ due === null ? 0 : due - nowMs }
					/>
				) }
				<Sentence text={ words } loud={ isTrouble } />
				{ ! isMoving && (
					<Sentence
						text={ props.atRest ?? state.detail }
						loud={ false }
					/>
				) }
				<ProgressButtons
					{ ...{ environment, replaceUrl, busy, press } }
					address={ props.address }
					// A button that is pressed stays, and with it the focus.
					progress={ known }
					countdown={
						describe( environment, nowMs, timeZone ).countdown
					}
				/>
			</div>
		</div>
	);
}
