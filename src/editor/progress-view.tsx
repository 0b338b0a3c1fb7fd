import { dueMs } from '../admin/live/due.ts';
import { StateSymbol } from '../admin/parts/state-symbol.tsx';
import { useStayingPress } from '../admin/parts/use-staying-press.ts';
import { describe } from '../admin/words/state.ts';
import { troubleOf } from '../admin/words/trouble.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { ProgressButtons } from './progress-buttons.tsx';
import { type Progress, progressOf } from './progress.ts';
import { progressInWords } from './progress-words.ts';
import { Steps } from './steps.tsx';

interface Props {
	environment: EnvironmentStatus;
	/** Id of the last run before the post was saved, 0 for none. */
	lastBefore: number;
	/** Where the front end shows the post, null where that is not known. */
	address: string | null;
	nowMs: number;
	timeZone: string;
	refresh: () => Promise< void >;
	/** Where the token of this environment is replaced, null for those who may not. */
	replaceUrl: string | null;
}

/** What a press shows before anybody answers. */
const SENDING: Progress = { stage: 'sending', delivery: null };

/**
 * Shows how far what was published is on its way to one environment.
 *
 * @param props See Props.
 */
export function ProgressView( props: Props ) {
	const { environment, address, nowMs, timeZone, replaceUrl } = props;
	const { busy, sending, press, headline } = useStayingPress( props.refresh );
	const known = progressOf( environment, props.lastBefore, nowMs );
	const progress = sending === null ? known : SENDING;
	const state = describe( environment, nowMs, timeZone, sending );
	const { countdown } = state;
	const isMoving = progress.stage !== 'resting';
	const due = countdown === null ? null : dueMs( countdown );
	const words = progressInWords( environment, progress, replaceUrl !== null );
	const isTrouble = troubleOf( environment ) !== null;
	return (
		<div className="headless-deploy-progress">
			<div className="headless-deploy-progress__headline">
				<StateSymbol symbol={ state.symbol } />
				<h3 ref={ headline } tabIndex={ -1 }>
					<span role={ countdown ? 'timer' : undefined }>
						{ state.headline }
					</span>
				</h3>
			</div>
			<div className="headless-deploy-progress__body">
				{ isMoving && (
					<Steps
						environment={ environment.label }
						progress={ progress }
						leftMs={ due === null ? 0 : due - nowMs }
						nowMs={ nowMs }
						timeZone={ timeZone }
					/>
				) }
				<p
					className={
						// A reason and the next step are never pale.
						isTrouble ? undefined : 'headless-deploy-secondary'
					}
				>
					{ words }
				</p>
				{ ! isMoving && (
					<p className="headless-deploy-secondary">
						{ state.detail }
					</p>
				) }
				<ProgressButtons
					{ ...{ environment, address, replaceUrl } }
					// A button that is pressed stays, and with it the focus.
					progress={ known }
					countdown={
						describe( environment, nowMs, timeZone ).countdown
					}
					busy={ busy }
					press={ press }
				/>
			</div>
		</div>
	);
}
