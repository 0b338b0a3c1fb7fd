import { Button } from '@wordpress/components';
import { __ } from '../panel/i18n.ts';
import { ActionButton } from '../panel/components/action-button.tsx';
import {
	cancelRequest,
	runNowRequest,
	startRunRequest,
	undoRequest,
} from '../panel/components/environment-requests.ts';
import type { EnvironmentRequest } from '../panel/components/use-request.ts';
import { buttonOf } from '../panel/labels/action.ts';
import { undeployedOf } from '../panel/labels/description.ts';
import type { EnvironmentStatus, PendingRun } from '../shared/wire.ts';
import type { Action } from '../shared/actions.ts';
import { retryFailedRequest } from './retry.ts';
import type { Progress } from './progress.ts';

interface Props {
	environment: EnvironmentStatus;
	progress: Progress;
	/** URL of the post on the front end; null if unknown. */
	address: string | null;
	/** Where the webhook URL is replaced; null without the capability. */
	replaceUrl: string | null;
	/** The run that counts down, if any. */
	countdown: PendingRun | null;
	/** Key of the request that is in flight. */
	busy: string | null;
	sendRequest: ( sendRequest: EnvironmentRequest ) => void;
}

interface RequestButtonProps {
	what: EnvironmentRequest;
	label: string;
	busy: string | null;
	sendRequest: ( sendRequest: EnvironmentRequest ) => void;
	/** @default false */
	tertiary?: boolean;
	/** @default '' */
	hint?: string;
}

function RequestButton( props: RequestButtonProps ) {
	const { what, label, busy, sendRequest, tertiary, hint = '' } = props;
	return (
		<ActionButton
			compact
			variant={ tertiary ? 'tertiary' : 'secondary' }
			busy={ busy === what.key }
			disabled={ busy !== null }
			description={ hint }
			onClick={ () => sendRequest( what ) }
		>
			{ label }
		</ActionButton>
	);
}

/**
 * The link is shown when the page is live, or when the plugin cannot check it. While it is being built, the page still shows the old version.
 */
function showsSiteLink(
	{ stage }: Progress,
	{ nextCheckAt }: EnvironmentStatus
): boolean {
	return (
		[ 'live', 'done', 'gone' ].includes( stage ) ||
		( stage === 'accepted' && nextCheckAt === null )
	);
}

/**
 * Finds the action that sends held changes, as the button of the card does; null if no changes are held.
 */
function heldAction( { state, pending }: EnvironmentStatus ): Action | null {
	if ( state !== 'held' ) {
		return null;
	}
	return pending.some( ( { lane } ) => lane === 'build' )
		? 'rebuild'
		: 'purgeCache';
}

/** The buttons for canceled changes. */
function AfterCancel(
	props: Pick< Props, 'environment' | 'busy' | 'sendRequest' >
) {
	const { environment, busy, sendRequest } = props;
	const left = undeployedOf( environment );
	const action = left?.lane === 'cache' ? 'purgeCache' : 'rebuild';
	const button = buttonOf( environment, action );
	if ( left === null || left.canceled === 0 || button === undefined ) {
		return null;
	}
	return (
		<>
			<RequestButton
				what={ undoRequest( environment, left ) }
				label={ __( 'Undo', 'headless-deploy' ) }
				busy={ busy }
				sendRequest={ sendRequest }
			/>
			<RequestButton
				tertiary
				what={ startRunRequest( environment, action ) }
				label={ button.label }
				busy={ busy }
				sendRequest={ sendRequest }
			/>
		</>
	);
}

/** The buttons of a stage. */
export function ProgressButtons( props: Props ) {
	const { environment, progress, address, countdown, busy, sendRequest } =
		props;
	const { stage, run } = progress;
	const isFailed = stage === 'failed' || stage === 'buildFailed';
	const failed = isFailed ? run : null;
	const held = heldAction( environment );
	const heldButton = held && buttonOf( environment, held );
	const nowButton = countdown && buttonOf( environment, countdown.action );
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
						{ __( 'Replace the webhook URL', 'headless-deploy' ) }
					</Button>
				) }
			{ countdown && nowButton && (
				<>
					<RequestButton
						what={ runNowRequest( environment, countdown ) }
						label={ nowButton.label }
						busy={ busy }
						sendRequest={ sendRequest }
					/>
					<RequestButton
						tertiary
						what={ cancelRequest( environment, countdown ) }
						label={ __( 'Cancel', 'headless-deploy' ) }
						hint={ countdown.cancelHint }
						busy={ busy }
						sendRequest={ sendRequest }
					/>
				</>
			) }
			{ heldButton && (
				<RequestButton
					what={ startRunRequest( environment, heldButton.action ) }
					label={ heldButton.label }
					busy={ busy }
					sendRequest={ sendRequest }
				/>
			) }
			<AfterCancel { ...{ environment, busy, sendRequest } } />
			{ failed !== null && buttonOf( environment, failed.action ) && (
				<RequestButton
					what={ retryFailedRequest( environment, failed ) }
					label={ __( 'Retry', 'headless-deploy' ) }
					busy={ busy }
					sendRequest={ sendRequest }
				/>
			) }
			{ showsSiteLink( progress, environment ) && address !== null && (
				<Button
					variant="secondary"
					size="compact"
					href={ address }
					target="_blank"
				>
					{ __( 'View on the site', 'headless-deploy' ) }
				</Button>
			) }
		</div>
	);
}
