import { Button } from '@wordpress/components';
import { __ } from '../panel/i18n.ts';
import { ActionButton } from '../panel/components/action-button.tsx';
import {
	cancelPress,
	nowPress,
	undoPress,
} from '../panel/components/run-request.ts';
import type { Press } from '../panel/components/use-run.ts';
import { actionLabel, nowLabel } from '../panel/labels/action.ts';
import { undeployedOf } from '../panel/labels/description.ts';
import type { EnvironmentStatus, PendingRun } from '../shared/wire.ts';
import type { Action } from '../shared/actions.ts';
import { againPress, runPress } from './retry.ts';
import type { Progress } from './progress.ts';

interface Props {
	environment: EnvironmentStatus;
	progress: Progress;
	/** Where the front end shows the post, null where that is not known. */
	address: string | null;
	/** Where the token is replaced, null for those who may not. */
	replaceUrl: string | null;
	/** What counts down, if anything. */
	countdown: PendingRun | null;
	/** Key of the button whose press is being answered. */
	busy: string | null;
	press: ( press: Press ) => void;
}

interface PressProps {
	what: Press;
	label: string;
	busy: string | null;
	press: ( press: Press ) => void;
	/** @default false */
	tertiary?: boolean;
	/** @default '' */
	hint?: string;
}

function PressButton( props: PressProps ) {
	const { what, label, busy, press, tertiary, hint = '' } = props;
	return (
		<ActionButton
			compact
			variant={ tertiary ? 'tertiary' : 'secondary' }
			busy={ busy === what.key }
			disabled={ busy !== null }
			description={ hint }
			onClick={ () => press( what ) }
		>
			{ label }
		</ActionButton>
	);
}

/**
 * Whether the page is there, or nobody can know better than its author; while it is being built, a look would mislead.
 */
function isWorthALook(
	{ stage }: Progress,
	{ nextCheckAt }: EnvironmentStatus
): boolean {
	return (
		[ 'live', 'done', 'gone' ].includes( stage ) ||
		( stage === 'accepted' && nextCheckAt === null )
	);
}

/**
 * Finds what sends the changes that are held, as the card's own button does; null where none are.
 */
function heldAction( { state, pending }: EnvironmentStatus ): Action | null {
	if ( state !== 'held' ) {
		return null;
	}
	return pending.some( ( { lane } ) => lane === 'build' )
		? 'rebuild'
		: 'purgeCache';
}

/** What may be pressed while canceled changes wait. */
function AfterCancel( props: Pick< Props, 'environment' | 'busy' | 'press' > ) {
	const { environment, busy, press } = props;
	const left = undeployedOf( environment );
	const action = left?.lane === 'cache' ? 'purgeCache' : 'rebuild';
	if ( left === null || left.canceled === 0 ) {
		return null;
	}
	return environment.can.includes( action ) ? (
		<>
			<PressButton
				what={ undoPress( environment, left ) }
				label={ __( 'Undo', 'headless-deploy' ) }
				busy={ busy }
				press={ press }
			/>
			<PressButton
				tertiary
				what={ runPress( environment, action ) }
				label={ actionLabel( action ) }
				busy={ busy }
				press={ press }
			/>
		</>
	) : null;
}

/** What may be pressed at this stage of what was published. */
export function ProgressButtons( props: Props ) {
	const { environment, progress, address, countdown, busy, press } = props;
	const { can } = environment;
	const { stage, run } = progress;
	const isFailed = stage === 'failed' || stage === 'buildFailed';
	const failed = isFailed ? run : null;
	const held = heldAction( environment );
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
			{ countdown && can.includes( countdown.action ) && (
				<>
					<PressButton
						what={ nowPress( environment, countdown ) }
						label={ nowLabel( countdown.action ) }
						busy={ busy }
						press={ press }
					/>
					<PressButton
						tertiary
						what={ cancelPress( environment, countdown ) }
						label={ __( 'Cancel', 'headless-deploy' ) }
						hint={ countdown.cancelHint }
						busy={ busy }
						press={ press }
					/>
				</>
			) }
			{ held !== null && can.includes( held ) && (
				<PressButton
					what={ runPress( environment, held ) }
					label={ actionLabel( held ) }
					busy={ busy }
					press={ press }
				/>
			) }
			<AfterCancel { ...{ environment, busy, press } } />
			{ failed !== null && can.includes( failed.action ) && (
				<PressButton
					what={ againPress( environment, failed ) }
					label={ __( 'Try again', 'headless-deploy' ) }
					busy={ busy }
					press={ press }
				/>
			) }
			{ isWorthALook( progress, environment ) && address !== null && (
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
