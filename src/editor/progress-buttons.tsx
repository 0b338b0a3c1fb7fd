import { Button } from '@wordpress/components';
import { __ } from '../ui/i18n.ts';
import {
	cancelRequest,
	runNowRequest,
	startRunRequest,
	undoRequest,
} from '../live/components/environment-requests.ts';
import { replaceUrlLabel } from '../live/components/replace-url.ts';
import { RequestButton } from '../live/components/request-button.tsx';
import { buttonOf } from '../live/labels/action.ts';
import { undeployedOf } from '../live/labels/description.ts';
import { viewOnSiteLabel } from '../live/labels/run-labels.ts';
import type {
	EnvironmentStatus,
	PendingRun,
	Run,
	SaveProgress,
} from '../shared/wire.ts';
import { type Action, actionOf } from '../shared/actions.ts';
import { retryFailedRequest } from './retry.ts';

interface Props {
	/** The environment as the lane of the save shows it. */
	environment: EnvironmentStatus;
	/** The environment as the lane of the headline shows it. */
	whole: EnvironmentStatus;
	progress: SaveProgress;
	/** URL of the post on the front end; null if unknown. */
	address: string | null;
	/** Where the webhook URL is replaced; null without the capability. */
	replaceUrl: string | null;
	/** The run that counts down, if any. */
	countdown: PendingRun | null;
}

/**
 * The link is shown when the page is live, or when the plugin cannot check it. While it is being built, the page still shows the old version.
 */
function showsSiteLink( { stage }: SaveProgress ): boolean {
	return [ 'live', 'done', 'unconfirmed' ].includes( stage );
}

/** Finds the action that sends held changes, as the button of the card does; null if no changes are held. */
function heldAction( { status, pending }: EnvironmentStatus ): Action | null {
	if ( status !== 'held' ) {
		return null;
	}
	return pending[ 0 ]?.action ?? null;
}

/** Finds the failed run that can be retried: that of the save, else the rebuild that follows a refresh. */
function failedRun( {
	environment,
	whole,
	progress: { stage },
}: Props ): Run | null {
	if ( stage === 'failed' || stage === 'buildFailed' ) {
		return environment.lastRun;
	}
	return environment !== whole && whole.status === 'failed'
		? whole.lastRun
		: null;
}

/** The lane whose changes were canceled: that of the save, else the one that follows. */
function canceledLane( { environment, whole }: Props ): EnvironmentStatus {
	return ( undeployedOf( environment )?.canceled ?? 0 ) > 0
		? environment
		: whole;
}

/** The buttons for canceled changes. */
function AfterCancel( { environment }: Pick< Props, 'environment' > ) {
	const undeployed = undeployedOf( environment );
	const action = actionOf( undeployed?.lane ?? 'build' );
	const button = buttonOf( environment, action );
	if (
		undeployed === null ||
		undeployed.canceled === 0 ||
		button === undefined
	) {
		return null;
	}
	return (
		<>
			<RequestButton
				compact
				request={ undoRequest( environment, undeployed ) }
			>
				{ __( 'Undo', 'headless-deploy' ) }
			</RequestButton>
			<RequestButton
				compact
				variant="tertiary"
				request={ startRunRequest( environment, action ) }
			>
				{ button.label }
			</RequestButton>
		</>
	);
}

/** The buttons of a stage. */
export function ProgressButtons( props: Props ) {
	const { environment, progress, address, countdown } = props;
	const failed = failedRun( props );
	const held = heldAction( environment );
	const heldButton = held && buttonOf( environment, held );
	const runNowButton = countdown && buttonOf( environment, countdown.action );
	return (
		<div className="headless-deploy-buttons">
			{ environment.problem?.needsNewUrl === true &&
				props.replaceUrl !== null && (
					<Button
						variant="secondary"
						size="compact"
						href={ props.replaceUrl }
						target="_blank"
					>
						{ replaceUrlLabel() }
					</Button>
				) }
			{ countdown && runNowButton && (
				<>
					<RequestButton
						compact
						request={ runNowRequest( environment, countdown ) }
					>
						{ runNowButton.label }
					</RequestButton>
					<RequestButton
						compact
						variant="tertiary"
						description={ countdown.cancelHint }
						request={ cancelRequest( environment, countdown ) }
					>
						{ __( 'Cancel', 'headless-deploy' ) }
					</RequestButton>
				</>
			) }
			{ heldButton && (
				<RequestButton
					compact
					request={ startRunRequest(
						environment,
						heldButton.action
					) }
				>
					{ heldButton.label }
				</RequestButton>
			) }
			<AfterCancel environment={ canceledLane( props ) } />
			{ failed !== null && buttonOf( environment, failed.action ) && (
				<RequestButton
					compact
					request={ retryFailedRequest( environment, failed ) }
				>
					{ __( 'Retry', 'headless-deploy' ) }
				</RequestButton>
			) }
			{ showsSiteLink( progress ) && address !== null && (
				<Button
					variant="secondary"
					size="compact"
					href={ address }
					target="_blank"
				>
					{ viewOnSiteLabel() }
				</Button>
			) }
		</div>
	);
}
