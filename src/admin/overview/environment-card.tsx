import { Card, CardBody, CardFooter, CardHeader } from '@wordpress/components';
import { useRef } from '@wordpress/element';
import { __ } from '../i18n.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { cancelPending, retryDelivery } from '../live/api.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ChangeList } from '../parts/change-list.tsx';
import { SiteLink } from '../parts/site-link.tsx';
import { StateSymbol } from '../parts/state-symbol.tsx';
import { type Press, usePress } from '../parts/use-press.ts';
import { needsNewUrl } from '../words/failure.ts';
import { describe } from '../words/state.ts';
import { ActionButtons } from './action-buttons.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { LastRun } from './last-run.tsx';

interface Props {
	environment: EnvironmentStatus;
	nowMs: number;
	timeZone: string;
	/** Where the token of this environment is replaced, null for those who may not. */
	replaceUrl: string | null;
	refresh: () => Promise< void >;
}

/**
 * Shows one environment: what happens now, what was sent last, and what may be pressed.
 *
 * @param props
 * @param props.environment
 * @param props.nowMs
 * @param props.timeZone
 * @param props.replaceUrl
 * @param props.refresh
 */
export function EnvironmentCard( {
	environment,
	nowMs,
	timeZone,
	replaceUrl,
	refresh,
}: Props ) {
	const headline = useRef< HTMLHeadingElement >( null );
	const { busy, press } = usePress( refresh );
	const { id, label, frontEndUrl, last, can } = environment;
	const {
		symbol,
		headline: words,
		detail,
		countdown,
	} = describe( environment, nowMs, timeZone );
	const failed = environment.state === 'failed' ? last : null;
	const odd =
		environment.state === 'upToDate' && last?.message ? last : failed;
	const waiting = environment.pending.flatMap( ( run ) => run.reasons );
	// A button that was pressed may be gone with the state that it ended.
	const pressAndStay = async ( pressed: Press ) => {
		await press( pressed );
		const page = headline.current?.ownerDocument;
		if ( page?.activeElement === page?.body ) {
			headline.current?.focus();
		}
	};
	return (
		<Card size="small" className="headless-deploy-card">
			<CardHeader>
				<h2>
					<bdi>{ label }</bdi>
				</h2>
				{ frontEndUrl !== '' && <SiteLink url={ frontEndUrl } /> }
			</CardHeader>
			<CardBody className="headless-deploy-card__body">
				<div className="headless-deploy-now">
					<StateSymbol symbol={ symbol } />
					<div className="headless-deploy-now__words">
						<h3 ref={ headline } tabIndex={ -1 }>
							<span role={ countdown ? 'timer' : undefined }>
								{ words }
							</span>
						</h3>
						{ detail !== '' && <p>{ detail }</p> }
						<ChangeList
							reasons={ waiting }
							count={ environment.pending.reduce(
								( sum, run ) => sum + run.changes,
								0
							) }
							nowMs={ nowMs }
							timeZone={ timeZone }
						/>
						{ countdown && can.includes( countdown.action ) && (
							<ActionButton
								variant="tertiary"
								busy={ busy === 'cancel' }
								disabled={ busy !== null }
								onClick={ () =>
									void pressAndStay( {
										key: 'cancel',
										environment: label,
										send: () =>
											cancelPending( id, countdown.lane ),
										done: __(
											'Canceled. Nothing is sent.',
											'headless-deploy'
										),
									} )
								}
							>
								{ __( 'Cancel', 'headless-deploy' ) }
							</ActionButton>
						) }
					</div>
					{ odd && (
						<FailureNotice
							delivery={ odd }
							replaceUrl={ replaceUrl }
							mayRetry={
								odd === failed && can.includes( odd.action )
							}
							busy={ busy === 'retry' }
							onRetry={ () =>
								void pressAndStay( {
									key: 'retry',
									environment: label,
									send: () => retryDelivery( odd.id ),
								} )
							}
						/>
					) }
				</div>
				<LastRun
					environment={ environment }
					nowMs={ nowMs }
					timeZone={ timeZone }
				/>
			</CardBody>
			{ can.length > 0 && (
				<CardFooter
					className="headless-deploy-buttons"
					justify="flex-start"
				>
					<ActionButtons
						environment={ environment }
						busy={ busy }
						press={ ( pressed ) => void pressAndStay( pressed ) }
						secondary={
							failed !== null &&
							replaceUrl !== null &&
							needsNewUrl( failed )
						}
					/>
				</CardFooter>
			) }
		</Card>
	);
}
