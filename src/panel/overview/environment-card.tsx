import { Card, CardBody, CardFooter, CardHeader } from '@wordpress/components';
import type { BootData } from '../../shared/boot.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { CopyNotice } from '../../live/components/copy-notice.tsx';
import {
	pauseRequest,
	retryRequest,
} from '../../live/components/environment-requests.ts';
import { replaceUrlOf } from '../../live/components/replace-url.ts';
import { RequestButton } from '../../live/components/request-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { Step } from '../../ui/steps.tsx';
import {
	RequestsProvider,
	useRequests,
	useRequestWithFocus,
	useSendingAction,
} from '../../live/components/use-request.ts';
import { buttonOf } from '../../live/labels/action.ts';
import { filledSteps } from '../../live/labels/run-steps.ts';
import { ActionButtons } from './action-buttons.tsx';
import { CardMenu } from './card-menu.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { LastRun } from './last-run.tsx';
import { CurrentStatus } from './current-status.tsx';
import { roughDuration, useTypicalDuration } from './use-typical-duration.ts';
import { withUsual } from '../../ui/rebuild-labels.ts';

interface Props {
	boot: BootData;
	environment: EnvironmentStatus;
	nowMs: number;
	timeZone: string;
	/** Whether the question about a copy is asked above all cards. */
	isAskedAbove: boolean;
	refresh: () => Promise< void >;
}

function connectUrlOf( { can, urls }: BootData ): string | null {
	return can.manage ? ( urls.connections ?? null ) : null;
}

/** Finds the log of the build that failed. */
function logUrlOf( { lastRun }: EnvironmentStatus ): string | null {
	return lastRun?.status === 'failed'
		? ( lastRun.build?.page ?? null )
		: null;
}

interface ProblemNoticeProps {
	environment: EnvironmentStatus;
	/** Where the webhook URL is replaced; null without the capability. */
	replaceUrl: string | null;
}

/** The problem of the last run, which may be a warning about a success. */
function ProblemNotice( { environment, replaceUrl }: ProblemNoticeProps ) {
	const { busy, sendRequest } = useRequests();
	const { lastRun, problem } = environment;
	if ( problem === null ) {
		return null;
	}
	// A failed build is started again by the buttons of the card.
	const failed =
		lastRun?.id === problem.run && ! lastRun.accepted ? lastRun : null;
	const retry = failed === null ? null : retryRequest( failed );
	return (
		<FailureNotice
			problem={ problem }
			remedy={ environment.remedy }
			replaceUrl={ replaceUrl }
			logUrl={ logUrlOf( environment ) }
			mayRetry={
				failed !== null &&
				buttonOf( environment, failed.action ) !== undefined
			}
			busy={ retry !== null && busy === retry.key }
			onRetry={ () => retry !== null && sendRequest( retry ) }
		/>
	);
}

/** Ends a pause by a user; for administrators. */
function Resume( { environment }: Pick< Props, 'environment' > ) {
	return (
		<div className="headless-deploy-buttons">
			<RequestButton
				compact
				request={ pauseRequest( environment, 'resume' ) }
			>
				{ environment.resumeLabel }
			</RequestButton>
		</div>
	);
}

interface StateProps extends Props {
	replaceUrl: string | null;
}

/** The problems that need a decision: a failure, a copy, a pause. */
function Decisions( props: StateProps ) {
	const { environment, replaceUrl, isAskedAbove } = props;
	const reason = environment.paused?.reason;
	return (
		<>
			<ProblemNotice { ...props } />
			{ replaceUrl !== null && reason === 'copy' && ! isAskedAbove && (
				<CopyNotice { ...props } />
			) }
			{ replaceUrl !== null && reason === 'person' && (
				<Resume { ...props } />
			) }
		</>
	);
}

function Header( props: Props ) {
	const { label, frontEndUrl } = props.environment;
	return (
		<CardHeader>
			<h2>
				<bdi>{ label }</bdi>
			</h2>
			<div className="headless-deploy-line">
				{ frontEndUrl !== '' && <SiteLink url={ frontEndUrl } /> }
				<CardMenu { ...props } />
			</div>
		</CardHeader>
	);
}

/** The buttons. None is primary if a new webhook URL is the next step. */
function Footer( props: StateProps ) {
	const { environment, replaceUrl } = props;
	const needsReplacement =
		environment.problem?.needsNewUrl === true && replaceUrl !== null;
	return environment.actions.length === 0 ? null : (
		<CardFooter className="headless-deploy-buttons" justify="flex-start">
			<ActionButtons { ...props } secondary={ needsReplacement } />
		</CardFooter>
	);
}

/** The steps of the run in progress; of a build, also how long it usually takes. */
function stepsInProgress(
	{ status, steps }: EnvironmentStatus,
	times: { nowMs: number; timeZone: string; typicalMs: number | null }
): Step[] {
	const { nowMs, timeZone, typicalMs } = times;
	return filledSteps( steps, nowMs, timeZone ).map( ( step ) =>
		status === 'building' &&
		step.name === 'host' &&
		step.when !== '' &&
		typicalMs !== null
			? {
					...step,
					when: withUsual( step.when, roughDuration( typicalMs ) ),
				}
			: step
	);
}

/** The card of an environment: its status, its last run and its buttons. */
export function EnvironmentCard( props: Props ) {
	const { boot, environment, nowMs, timeZone, refresh } = props;
	const request = useRequestWithFocus( refresh );
	const sending = useSendingAction( request.sending, environment );
	const { id, status } = environment;
	// The loaded status is older than the request in flight.
	const isOutdated = sending !== null && status !== 'sending';
	const typicalDuration = useTypicalDuration( id, status === 'building' );
	const replaceUrl = replaceUrlOf( boot, id );
	const shown = { environment, nowMs, timeZone };
	const typicalMs = typicalDuration(
		environment.lastRun?.action ?? 'rebuild'
	);
	return (
		<RequestsProvider value={ request }>
			<Card size="small" className="headless-deploy-card">
				<Header { ...props } />
				<CardBody className="headless-deploy-card__body">
					<div className="headless-deploy-current-status">
						<CurrentStatus
							{ ...props }
							sending={ sending }
							headline={ request.headline }
							steps={
								isOutdated
									? []
									: stepsInProgress( environment, {
											nowMs,
											timeZone,
											typicalMs,
										} )
							}
							mayRelease={ boot.can.actions.includes(
								'rebuild'
							) }
							connectUrl={ connectUrlOf( boot ) }
						/>
						{ ! isOutdated && (
							<Decisions { ...props } replaceUrl={ replaceUrl } />
						) }
					</div>
					<LastRun
						{ ...shown }
						activityUrl={ boot.urls.activity ?? null }
					/>
				</CardBody>
				<Footer { ...props } replaceUrl={ replaceUrl } />
			</Card>
		</RequestsProvider>
	);
}
