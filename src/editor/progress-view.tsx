import { Button } from '@wordpress/components';
import { useRef } from '@wordpress/element';
import { __ } from '../admin/i18n.ts';
import {
	cancelPending,
	retryDelivery,
	runPendingNow,
} from '../admin/live/api.ts';
import { dueMs } from '../admin/live/due.ts';
import { ActionButton } from '../admin/parts/action-button.tsx';
import { StateSymbol } from '../admin/parts/state-symbol.tsx';
import { type Press, usePress } from '../admin/parts/use-press.ts';
import { nowLabel } from '../admin/words/action.ts';
import { describe } from '../admin/words/state.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
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
}

interface ButtonsProps {
	environment: EnvironmentStatus;
	progress: Progress;
	address: string | null;
	busy: string | null;
	press: ( press: Press ) => void;
	countdown: ReturnType< typeof describe >[ 'countdown' ];
}

function Buttons( {
	environment,
	progress,
	address,
	busy,
	press,
	countdown,
}: ButtonsProps ) {
	const { id, label, can } = environment;
	const { stage, delivery } = progress;
	return (
		<div className="headless-deploy-buttons">
			{ countdown && can.includes( countdown.action ) && (
				<>
					<ActionButton
						compact
						busy={ busy === 'now' }
						disabled={ busy !== null }
						onClick={ () =>
							press( {
								key: 'now',
								environment: label,
								send: () => runPendingNow( id, countdown.lane ),
							} )
						}
					>
						{ nowLabel( countdown.action ) }
					</ActionButton>
					<ActionButton
						compact
						variant="tertiary"
						busy={ busy === 'cancel' }
						disabled={ busy !== null }
						onClick={ () =>
							press( {
								key: 'cancel',
								environment: label,
								send: () => cancelPending( id, countdown.lane ),
								done: __(
									'Canceled. Nothing is sent.',
									'headless-deploy'
								),
							} )
						}
					>
						{ __( 'Cancel', 'headless-deploy' ) }
					</ActionButton>
				</>
			) }
			{ stage === 'failed' &&
				delivery !== null &&
				can.includes( delivery.action ) && (
					<ActionButton
						compact
						busy={ busy === 'retry' }
						onClick={ () =>
							press( {
								key: 'retry',
								environment: label,
								send: () => retryDelivery( delivery.id ),
							} )
						}
					>
						{ __( 'Try again', 'headless-deploy' ) }
					</ActionButton>
				) }
			{ stage === 'accepted' && address !== null && (
				<Button
					variant="secondary"
					size="compact"
					href={ address }
					target="_blank"
				>
					{ __( 'See it on the site', 'headless-deploy' ) }
				</Button>
			) }
		</div>
	);
}

/**
 * Shows how far what was published is on its way to one environment.
 *
 * @param props
 * @param props.environment
 * @param props.lastBefore
 * @param props.address
 * @param props.nowMs
 * @param props.timeZone
 * @param props.refresh
 */
export function ProgressView( {
	environment,
	lastBefore,
	address,
	nowMs,
	timeZone,
	refresh,
}: Props ) {
	const headline = useRef< HTMLHeadingElement >( null );
	const { busy, press } = usePress( refresh );
	const progress = progressOf( environment, lastBefore, nowMs );
	const description = describe( environment, nowMs, timeZone );
	const { countdown } = description;
	const isMoving = progress.stage !== 'resting';
	// A button that was pressed may be gone with the state that it ended.
	const pressAndStay = async ( pressed: Press ) => {
		await press( pressed );
		const page = headline.current?.ownerDocument;
		if ( page?.activeElement === page?.body ) {
			headline.current?.focus();
		}
	};
	return (
		<div className="headless-deploy-progress">
			<div className="headless-deploy-progress__headline">
				<StateSymbol symbol={ description.symbol } />
				<h3 ref={ headline } tabIndex={ -1 }>
					<span role={ countdown ? 'timer' : undefined }>
						{ description.headline }
					</span>
				</h3>
			</div>
			<div className="headless-deploy-progress__body">
				{ isMoving && (
					<Steps
						environment={ environment.label }
						progress={ progress }
						leftMs={
							countdown
								? ( dueMs( countdown ) ?? nowMs ) - nowMs
								: 0
						}
						nowMs={ nowMs }
						timeZone={ timeZone }
					/>
				) }
				<p className="headless-deploy-secondary">
					{ isMoving
						? progressInWords( environment, progress )
						: description.detail }
				</p>
				<Buttons
					environment={ environment }
					progress={ progress }
					address={ address }
					busy={ busy }
					press={ ( pressed ) => void pressAndStay( pressed ) }
					countdown={ countdown }
				/>
			</div>
		</div>
	);
}
