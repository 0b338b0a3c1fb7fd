import type { RefObject } from 'react';
import { __ } from '../i18n.ts';
import type { Action } from '../../shared/actions.ts';
import type { EnvironmentStatus, PendingRun } from '../../shared/wire.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ChangeList } from '../parts/change-list.tsx';
import { cancelPress } from '../parts/presses.ts';
import { StateSymbol } from '../parts/state-symbol.tsx';
import type { Press } from '../parts/use-press.ts';
import { pendingChanges } from '../words/description.ts';
import { describe } from '../words/state.ts';

interface Props {
	environment: EnvironmentStatus;
	nowMs: number;
	timeZone: string;
	/** Key of the button whose press is being answered. */
	busy: string | null;
	/** What a press is sending. */
	sending: Action | null;
	press: ( press: Press ) => void;
	/** Takes the focus when the button that had it is gone. */
	headline: RefObject< HTMLHeadingElement >;
}

interface HeadlineProps extends Props {
	words: string;
	/** What counts down, if anything. */
	countdown: PendingRun | null;
}

function Headline( {
	words,
	countdown,
	environment,
	busy,
	press,
	headline,
}: HeadlineProps ) {
	return (
		<div className="headless-deploy-now__headline">
			<h3 ref={ headline } tabIndex={ -1 }>
				<span role={ countdown ? 'timer' : undefined }>{ words }</span>
			</h3>
			{ countdown && environment.can.includes( countdown.action ) && (
				<ActionButton
					compact
					variant="tertiary"
					busy={ busy === 'cancel' }
					disabled={ busy !== null }
					onClick={ () =>
						press( cancelPress( environment, countdown ) )
					}
				>
					{ __( 'Cancel', 'headless-deploy' ) }
				</ActionButton>
			) }
		</div>
	);
}

/**
 * Says in words what happens now, who asked for it, and lets it be canceled while it counts down.
 *
 * @param props See Props.
 */
export function Now( props: Props ) {
	const { environment, nowMs, timeZone, sending } = props;
	const { symbol, headline, detail, countdown } = describe(
		environment,
		nowMs,
		timeZone,
		sending
	);
	return (
		<>
			<StateSymbol symbol={ symbol } />
			<div className="headless-deploy-now__words">
				<Headline
					{ ...props }
					words={ headline }
					countdown={ countdown }
				/>
				{ detail !== '' && <p>{ detail }</p> }
				<ChangeList
					reasons={ environment.pending.flatMap(
						( run ) => run.reasons
					) }
					count={ pendingChanges( environment ) }
					nowMs={ nowMs }
					timeZone={ timeZone }
				/>
			</div>
		</>
	);
}
