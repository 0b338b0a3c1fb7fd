import { Card, CardBody, CardHeader, Spinner } from '@wordpress/components';
import { __ } from '../i18n.ts';
import type { Delivery, EnvironmentStatus, Status } from '../../shared/wire.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { retryPress } from '../parts/presses.ts';
import { StateSymbol } from '../parts/state-symbol.tsx';
import { usePress } from '../parts/use-press.ts';
import {
	deliverySymbol,
	isOpenFailure,
	tookInWords,
} from '../words/delivery.ts';
import { failureHeadline } from '../words/failure.ts';
import { causeInWords, whatChanged } from '../words/people.ts';
import { clockTime } from '../words/time.ts';
import { RunLink } from './run-link.tsx';
import { activitySentence } from './run-words.ts';
import { useDeliveries } from './use-deliveries.ts';

interface Props {
	status: Status;
	/** Where all of it stands. */
	activityUrl: string | null;
	nowMs: number;
	timeZone: string;
	refresh: () => Promise< void >;
}

interface RowProps {
	delivery: Delivery;
	activityUrl: string | null;
	/** Undefined when the environment was removed meanwhile. */
	environment: EnvironmentStatus | undefined;
	time: string;
	/** Whether it failed and nothing has made up for it. */
	isOpen: boolean;
	busy: string | null;
	onRetry: () => void;
}

function Row( props: RowProps ) {
	const { delivery, environment, time, isOpen, busy, onRetry } = props;
	const mayRetry = isOpen && environment?.can.includes( delivery.action );
	return (
		<li className="headless-deploy-activity__row">
			<StateSymbol symbol={ deliverySymbol( delivery ) } />
			<div className="headless-deploy-activity__what">
				<RunLink activityUrl={ props.activityUrl } id={ delivery.id }>
					{ activitySentence(
						delivery,
						environment?.label ?? delivery.environment
					) }
				</RunLink>
				{ delivery.state === 'failed' && (
					<span className="headless-deploy-secondary">
						{ failureHeadline( delivery ) }
					</span>
				) }
			</div>
			<span className="headless-deploy-activity__why headless-deploy-secondary">
				{ whyInOneLine( delivery ) }
			</span>
			<span className="headless-deploy-activity__retry">
				{ mayRetry && (
					<ActionButton
						compact
						busy={ busy === `retry ${ delivery.id }` }
						disabled={ busy !== null }
						onClick={ onRetry }
					>
						{ __( 'Retry', 'headless-deploy' ) }
					</ActionButton>
				) }
			</span>
			<span className="headless-deploy-activity__took headless-deploy-secondary">
				{ tookInWords( delivery ) }
			</span>
			<time
				className="headless-deploy-activity__when headless-deploy-secondary"
				dateTime={ delivery.createdAt }
			>
				{ time }
			</time>
		</li>
	);
}

/** Says why a run was sent; of an automatic one what changed says it best. */
function whyInOneLine( delivery: Delivery ): string {
	return delivery.cause === 'automatic' &&
		delivery.changes > 0 &&
		delivery.state !== 'cancelled'
		? whatChanged( delivery )
		: causeInWords( delivery );
}

interface ListProps extends Props {
	deliveries: readonly Delivery[];
}

function List( props: ListProps ) {
	const { deliveries, status, nowMs, timeZone } = props;
	const { busy, press } = usePress( props.refresh );
	return (
		<ul className="headless-deploy-activity__list">
			{ deliveries.map( ( delivery ) => {
				const environment = status.environments.find(
					( { id } ) => id === delivery.environment
				);
				const label = environment?.label ?? delivery.environment;
				return (
					<Row
						key={ delivery.id }
						delivery={ delivery }
						activityUrl={ props.activityUrl }
						environment={ environment }
						isOpen={ isOpenFailure( delivery, deliveries ) }
						time={ clockTime(
							delivery.createdAt,
							nowMs,
							timeZone
						) }
						busy={ busy }
						onRetry={ () =>
							void press( retryPress( delivery, label ) )
						}
					/>
				);
			} ) }
		</ul>
	);
}

function Unread( { error, reload }: { error: string; reload: () => void } ) {
	return (
		<p className="headless-deploy-line">
			{ error }{ ' ' }
			<ActionButton variant="link" onClick={ reload }>
				{ __( 'Try again', 'headless-deploy' ) }
			</ActionButton>
		</p>
	);
}

/** Lists what was sent last, of all environments. */
export function RecentActivity( props: Props ) {
	const { deliveries, error, reload } = useDeliveries( props.status );
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
				{ error !== '' && <Unread error={ error } reload={ reload } /> }
				{ deliveries === null && error === '' && <Spinner /> }
				{ deliveries?.length === 0 && (
					<p className="headless-deploy-secondary">
						{ __(
							'Nothing was sent yet. Runs appear here.',
							'headless-deploy'
						) }
					</p>
				) }
				{ deliveries !== null && deliveries.length > 0 && (
					<List { ...props } deliveries={ deliveries } />
				) }
			</CardBody>
		</Card>
	);
}
