import { Card, CardBody, CardHeader, Spinner } from '@wordpress/components';
import { __, sprintf } from '../../ui/i18n.ts';
import type { Run, EnvironmentStatus, Status } from '../../shared/wire.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { retryRequest } from '../../live/components/environment-requests.ts';
import { StatusSymbol } from '../../ui/status-symbol.tsx';
import { useRequest } from '../../live/components/use-request.ts';
import { buttonOf } from '../../live/labels/action.ts';
import { isOpenFailure } from '../../live/labels/run.ts';
import { fillText } from '../../live/labels/timed-text.ts';
import { clockTime } from '../../live/labels/time.ts';
import { RunLink } from './run-link.tsx';
import { useRuns } from './use-runs.ts';

interface Props {
	status: Status;
	/** URL of the log. */
	activityUrl: string | null;
	nowMs: number;
	timeZone: string;
	refresh: () => Promise< void >;
}

interface RowProps {
	run: Run;
	activityUrl: string | null;
	/** Undefined when the environment has been removed. */
	environment: EnvironmentStatus | undefined;
	time: string;
	/** The result of the run. */
	headline: string;
	/** Whether it failed and no later run included its changes. */
	isOpen: boolean;
	busy: string | null;
	onRetry: () => void;
}

function Row( props: RowProps ) {
	const { run, environment, time, isOpen, busy, onRetry } = props;
	const mayRetry =
		isOpen &&
		environment !== undefined &&
		buttonOf( environment, run.action ) !== undefined;
	return (
		<li className="headless-deploy-activity__row">
			<StatusSymbol symbol={ run.symbol } />
			<div className="headless-deploy-activity__run">
				<RunLink activityUrl={ props.activityUrl } id={ run.id }>
					{ sprintf(
						/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
						__( '%1$s of %2$s', 'headless-deploy' ),
						run.title,
						environment?.label ?? run.environmentLabel
					) }
				</RunLink>
				<span className="headless-deploy-secondary">
					{ props.headline }
				</span>
			</div>
			<span className="headless-deploy-activity__reason headless-deploy-secondary">
				{ reasonLine( run ) }
			</span>
			<span className="headless-deploy-activity__retry">
				{ mayRetry && (
					<ActionButton
						compact
						busy={ busy === `retry ${ run.id }` }
						disabled={ busy !== null }
						onClick={ onRetry }
					>
						{ __( 'Retry', 'headless-deploy' ) }
					</ActionButton>
				) }
			</span>
			<time
				className="headless-deploy-activity__time headless-deploy-secondary"
				dateTime={ run.createdAt }
			>
				{ time }
			</time>
		</li>
	);
}

/** The cause of a run; of an automatic run, what changed. */
function reasonLine( run: Run ): string {
	return run.cause === 'automatic' &&
		run.changesSummary !== '' &&
		run.status !== 'canceled'
		? run.changesSummary
		: run.causeLabel;
}

interface ListProps extends Props {
	runs: readonly Run[];
}

function List( props: ListProps ) {
	const { runs, status, nowMs, timeZone } = props;
	const { busy, sendRequest } = useRequest( props.refresh );
	return (
		<ul className="headless-deploy-activity__list">
			{ runs.map( ( run ) => {
				const environment = status.environments.find(
					( { id } ) => id === run.environment
				);
				return (
					<Row
						key={ run.id }
						run={ run }
						activityUrl={ props.activityUrl }
						environment={ environment }
						isOpen={ isOpenFailure( run, runs ) }
						headline={ fillText( run.headline, nowMs, timeZone ) }
						time={ clockTime( run.createdAt, nowMs, timeZone ) }
						busy={ busy }
						onRetry={ () => sendRequest( retryRequest( run ) ) }
					/>
				);
			} ) }
		</ul>
	);
}

function LoadError( { error, reload }: { error: string; reload: () => void } ) {
	return (
		<p className="headless-deploy-line">
			{ error }{ ' ' }
			<ActionButton variant="link" onClick={ reload }>
				{ __( 'Try again', 'headless-deploy' ) }
			</ActionButton>
		</p>
	);
}

/** Lists the newest runs of all environments. */
export function RecentActivity( props: Props ) {
	const { data: runs, error, reload } = useRuns( props.status );
	return (
		<Card size="small" className="headless-deploy-activity">
			<CardHeader>
				<h2>{ __( 'Recent activity', 'headless-deploy' ) }</h2>
				{ props.activityUrl !== null && (
					<a href={ props.activityUrl }>
						{ __( 'All activity', 'headless-deploy' ) }
					</a>
				) }
			</CardHeader>
			<CardBody>
				{ error !== '' && (
					<LoadError error={ error } reload={ reload } />
				) }
				{ runs === null && error === '' && <Spinner /> }
				{ runs?.length === 0 && (
					<p className="headless-deploy-secondary">
						{ __(
							'No runs yet. Runs appear here.',
							'headless-deploy'
						) }
					</p>
				) }
				{ runs !== null && runs.length > 0 && (
					<List { ...props } runs={ runs } />
				) }
			</CardBody>
		</Card>
	);
}
