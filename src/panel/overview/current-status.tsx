import { Button } from '@wordpress/components';
import type { RefObject } from 'react';
import { __ } from '../../ui/i18n.ts';
import type { Action } from '../../shared/actions.ts';
import type { EnvironmentStatus, PendingRun } from '../../shared/wire.ts';
import { ChangeList } from '../../live/components/change-list.tsx';
import {
	cancelRequest,
	holdRequest,
} from '../../live/components/environment-requests.ts';
import { RequestButton } from '../../live/components/request-button.tsx';
import { StatusSymbol } from '../../ui/status-symbol.tsx';
import { type Step, StepList } from '../../ui/steps.tsx';
import { pendingReasons } from '../../live/labels/description.ts';
import { describe, summaryAt } from '../../live/labels/summary.ts';
import { UndeployedList } from './undeployed-list.tsx';

interface Props {
	environment: EnvironmentStatus;
	nowMs: number;
	timeZone: string;
	/** The action that was just started. */
	sending: Action | null;
	/** Takes the focus when the button that had it is gone. */
	headline: RefObject< HTMLHeadingElement >;
	/** The steps of the run in progress, if any. */
	steps: readonly Step[];
	/** Whether this user may release held changes. */
	mayRelease: boolean;
	/** Where the front-end URL is added; null without the capability. */
	connectUrl: string | null;
}

/** Cancels the run that counts down. The text beside it names the changes; screen readers read it with the button. */
function CancelButton( {
	environment,
	run,
}: Pick< Props, 'environment' > & {
	run: PendingRun | null;
} ) {
	return run !== null && run.cancelLabel !== '' ? (
		<RequestButton
			compact
			variant="tertiary"
			description={ run.cancelHint }
			request={ cancelRequest( environment, run ) }
		>
			{ __( 'Cancel', 'headless-deploy' ) }
		</RequestButton>
	) : null;
}

interface HeadlineProps extends Props {
	text: string;
	/** The run that counts down, if any. */
	countdown: PendingRun | null;
}

function Headline( { text, countdown, environment, headline }: HeadlineProps ) {
	return (
		<div className="headless-deploy-current-status__headline">
			<h3 ref={ headline } tabIndex={ -1 }>
				<span role={ countdown ? 'timer' : undefined }>{ text }</span>
			</h3>
			<CancelButton environment={ environment } run={ countdown } />
		</div>
	);
}

/** The line of the lane that is not in the headline, for example a purge during a build. */
function OtherLane( { environment, nowMs, timeZone }: Props ) {
	const { otherLane, pending, lane } = environment;
	if ( otherLane === null ) {
		return null;
	}
	const other = summaryAt( otherLane, nowMs, timeZone );
	const countdown = other.isCountdown
		? ( pending.find( ( run ) => run.lane !== lane ) ?? null )
		: null;
	return (
		<div className="headless-deploy-line headless-deploy-other-lane">
			<StatusSymbol symbol={ other.symbol } />
			<span role={ other.isCountdown ? 'timer' : undefined }>
				{ other.headline }
			</span>
			<CancelButton environment={ environment } run={ countdown } />
		</div>
	);
}

/** Releases held changes. */
function ReleaseButton( { environment }: Pick< Props, 'environment' > ) {
	return (
		<RequestButton compact request={ holdRequest( environment, false ) }>
			{ environment.releaseLabel }
		</RequestButton>
	);
}

/** Hints below the text: that new changes are held although none are pending, and a link to add the front-end URL. */
function Hints( props: Props ) {
	const { environment, connectUrl, mayRelease } = props;
	const { status, hold, problem, paused, remedy } = environment;
	const isDecidedHere =
		connectUrl !== null &&
		[ 'copy', 'person' ].includes( paused?.reason ?? '' );
	// The notice of a problem shows it too.
	const showsRemedy = remedy !== '' && problem === null && ! isDecidedHere;
	const isHeldAside = hold && ! [ 'held', 'paused' ].includes( status );
	return (
		<>
			{ showsRemedy && <p>{ remedy }</p> }
			{ isHeldAside && (
				<p className="headless-deploy-secondary">
					{ environment.holdMessage }
				</p>
			) }
			{ connectUrl !== null && environment.lacksAddress && (
				<Button variant="link" href={ connectUrl }>
					{ __( 'Add the front-end URL', 'headless-deploy' ) }
				</Button>
			) }
			{ status === 'held' && mayRelease && (
				<ReleaseButton { ...props } />
			) }
		</>
	);
}

/** Describes the status and its cause, with a button that cancels a countdown. */
export function CurrentStatus( props: Props ) {
	const { environment, nowMs, timeZone, sending } = props;
	const { symbol, headline, detail, countdown } = describe(
		environment,
		nowMs,
		timeZone,
		sending
	);
	return (
		<>
			<StatusSymbol symbol={ symbol } />
			<div className="headless-deploy-current-status__text">
				<Headline
					{ ...props }
					text={ headline }
					countdown={ countdown }
				/>
				{ detail !== '' && <p>{ detail }</p> }
				{ props.steps.length > 0 && <StepList steps={ props.steps } /> }
				<ChangeList
					reasons={ pendingReasons( environment ) }
					count={ environment.pendingChanges }
					nowMs={ nowMs }
					timeZone={ timeZone }
				/>
				<UndeployedList { ...props } />
				<OtherLane { ...props } />
				<Hints { ...props } />
			</div>
		</>
	);
}
