import { Card, CardBody, CardFooter, CardHeader } from '@wordpress/components';
import type { Delivery, EnvironmentStatus } from '../../shared/wire.ts';
import { retryPress } from '../parts/presses.ts';
import { SiteLink } from '../parts/site-link.tsx';
import type { Press } from '../parts/use-press.ts';
import { useStayingPress } from '../parts/use-staying-press.ts';
import { needsNewUrl } from '../words/failure.ts';
import { ActionButtons } from './action-buttons.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { LastRun } from './last-run.tsx';
import { Now } from './now.tsx';

interface Props {
	environment: EnvironmentStatus;
	nowMs: number;
	timeZone: string;
	/** Where the token of this environment is replaced, null for those who may not. */
	replaceUrl: string | null;
	refresh: () => Promise< void >;
}

interface OddityProps {
	environment: EnvironmentStatus;
	replaceUrl: string | null;
	busy: string | null;
	press: ( press: Press ) => void;
}

/**
 * Finds the run that failed and was not made up for.
 * @param environment
 */
function failedRun( environment: EnvironmentStatus ): Delivery | null {
	return environment.state === 'failed' ? environment.last : null;
}

/**
 * What was wrong with the last run, even if it was a success.
 * @param props
 * @param props.environment
 * @param props.replaceUrl
 * @param props.busy
 * @param props.press
 */
function Oddity( { environment, replaceUrl, busy, press }: OddityProps ) {
	const { state, last, label, can } = environment;
	const failed = failedRun( environment );
	const odd = state === 'upToDate' && last?.message ? last : failed;
	if ( odd === null ) {
		return null;
	}
	const retry = retryPress( odd, label );
	return (
		<FailureNotice
			delivery={ odd }
			replaceUrl={ replaceUrl }
			mayRetry={ odd === failed && can.includes( odd.action ) }
			busy={ busy === retry.key }
			onRetry={ () => press( retry ) }
		/>
	);
}

/**
 * Shows one environment: what happens now, what was sent last, and what may be pressed.
 *
 * @param props See Props.
 */
export function EnvironmentCard( props: Props ) {
	const { environment, nowMs, timeZone, replaceUrl, refresh } = props;
	const { busy, sending, press, headline } = useStayingPress( refresh );
	const { label, frontEndUrl, can } = environment;
	const failed = failedRun( environment );
	const shown = { environment, nowMs, timeZone };
	const pressing = { environment, busy, press };
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
					<Now
						{ ...shown }
						{ ...pressing }
						sending={ sending }
						headline={ headline }
					/>
					<Oddity { ...pressing } replaceUrl={ replaceUrl } />
				</div>
				<LastRun { ...shown } />
			</CardBody>
			{ can.length > 0 && (
				<CardFooter
					className="headless-deploy-buttons"
					justify="flex-start"
				>
					<ActionButtons
						{ ...pressing }
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
