import { Card, CardBody, CardFooter, CardHeader } from '@wordpress/components';
import { __ } from '../i18n.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyNotice } from '../parts/copy-notice.tsx';
import { resumePress, retryPress } from '../parts/presses.ts';
import { SiteLink } from '../parts/site-link.tsx';
import type { Press } from '../parts/use-press.ts';
import { useStayingPress } from '../parts/use-staying-press.ts';
import { needsNewUrl } from '../words/failure.ts';
import { troubleOf } from '../words/trouble.ts';
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
 * What is wrong with the last run, even if it was a success.
 * @param props
 * @param props.environment
 * @param props.replaceUrl
 * @param props.busy
 * @param props.press
 */
function Oddity( { environment, replaceUrl, busy, press }: OddityProps ) {
	const { label, can } = environment;
	const trouble = troubleOf( environment );
	if ( trouble === null ) {
		return null;
	}
	const { failed } = trouble;
	const retry = failed === null ? null : retryPress( failed, label );
	return (
		<FailureNotice
			trouble={ trouble }
			replaceUrl={ replaceUrl }
			mayRetry={ failed !== null && can.includes( failed.action ) }
			busy={ retry !== null && busy === retry.key }
			onRetry={ () => retry !== null && press( retry ) }
		/>
	);
}

/**
 * Ends a person's pause; for administrators.
 * @param props
 * @param props.environment
 * @param props.busy
 * @param props.press
 */
function Resume( {
	environment,
	busy,
	press,
}: Omit< OddityProps, 'replaceUrl' > ) {
	const resume = resumePress( environment );
	return (
		<div className="headless-deploy-buttons">
			<ActionButton
				compact
				busy={ busy === resume.key }
				disabled={ busy !== null }
				onClick={ () => press( resume ) }
			>
				{ __( 'Resume', 'headless-deploy' ) }
			</ActionButton>
		</div>
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
	const trouble = troubleOf( environment );
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
					{ replaceUrl !== null &&
						environment.paused?.reason === 'copy' && (
							<CopyNotice { ...pressing } />
						) }
					{ replaceUrl !== null &&
						environment.paused?.reason === 'person' && (
							<Resume { ...pressing } />
						) }
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
							trouble !== null &&
							replaceUrl !== null &&
							needsNewUrl( trouble )
						}
					/>
				</CardFooter>
			) }
		</Card>
	);
}
