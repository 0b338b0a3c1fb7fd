import { Button } from '@wordpress/components';
import type { Delivery } from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { StateSymbol } from '../parts/state-symbol.tsx';
import { actionLabel } from '../words/action.ts';
import { deliverySymbol } from '../words/delivery.ts';
import { failureHeadline } from '../words/failure.ts';
import {
	dayAndTime,
	resultHeadline,
	runTitle,
	tookUntilKnown,
	whyInWords,
} from './words.ts';

interface Props {
	deliveries: readonly Delivery[];
	nowMs: number;
	timeZone: string;
	/** Whether a newer list is on its way. */
	loading: boolean;
	labelOf: ( delivery: Delivery ) => string;
	mayRetry: ( delivery: Delivery ) => boolean;
	/** The key of the button whose press is being answered. */
	busy: string | null;
	onOpen: ( delivery: Delivery ) => void;
	onRetry: ( delivery: Delivery ) => void;
}

type RowProps = Props & { delivery: Delivery };

/**
 * Names the button that opens a run, so that the focus finds it.
 *
 * @param id Id of the run.
 */
export function openButtonId( id: number ): string {
	return `headless-deploy-run-${ id }`;
}

function Run( props: RowProps ) {
	const { delivery, nowMs, timeZone, labelOf, onOpen } = props;
	const { id, action, createdAt } = delivery;
	const when = dayAndTime( createdAt, nowMs, timeZone );
	return (
		<th scope="row" className="headless-deploy-log__run">
			<Button
				id={ openButtonId( id ) }
				variant="link"
				aria-haspopup="dialog"
				aria-label={ runTitle( delivery, labelOf( delivery ), when ) }
				onClick={ () => onOpen( delivery ) }
			>
				{ actionLabel( action ) }
			</Button>
			<bdi className="headless-deploy-secondary">
				{ labelOf( delivery ) }
			</bdi>
		</th>
	);
}

function Retry( { delivery, labelOf, mayRetry, busy, onRetry }: RowProps ) {
	if ( ! mayRetry( delivery ) ) {
		return null;
	}
	return (
		<ActionButton
			compact
			busy={ busy === `retry ${ delivery.id }` }
			disabled={ busy !== null }
			onClick={ () => onRetry( delivery ) }
		>
			{ __( 'Retry', 'headless-deploy' ) }
			<span className="screen-reader-text">
				{ ' ' }
				{ sprintf(
					/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
					__( '%1$s of %2$s', 'headless-deploy' ),
					actionLabel( delivery.action ),
					labelOf( delivery )
				) }
			</span>
		</ActionButton>
	);
}

function Row( props: RowProps ) {
	const { delivery, nowMs, timeZone } = props;
	const [ why, what ] = whyInWords( delivery );
	return (
		<tr>
			<Run { ...props } />
			<td className="headless-deploy-log__result">
				<span className="headless-deploy-line">
					<StateSymbol symbol={ deliverySymbol( delivery ) } />
					<span>
						{ resultHeadline( delivery, nowMs ) }
						{ delivery.state === 'retrying' &&
							delivery.errorCode !== '' && (
								<span className="headless-deploy-secondary">
									{ failureHeadline( delivery ) }
								</span>
							) }
					</span>
				</span>
			</td>
			<td className="headless-deploy-log__why">
				<span>{ why }</span>
				{ what !== '' && (
					<span className="headless-deploy-secondary">{ what }</span>
				) }
			</td>
			<td className="headless-deploy-log__started">
				<time dateTime={ delivery.createdAt }>
					{ dayAndTime( delivery.createdAt, nowMs, timeZone ) }
				</time>
			</td>
			<td className="headless-deploy-log__took">
				{ tookUntilKnown( delivery ) }
			</td>
			<td className="headless-deploy-log__retry">
				<Retry { ...props } />
			</td>
		</tr>
	);
}

/** Lists runs, newest first. */
export function Table( props: Props ) {
	return (
		<div className="headless-deploy-log__frame">
			<table
				className="widefat headless-deploy-log__table"
				aria-busy={ props.loading }
			>
				<caption className="screen-reader-text">
					{ __( 'Runs, newest first', 'headless-deploy' ) }
				</caption>
				<thead>
					<tr>
						<th scope="col">{ __( 'Run', 'headless-deploy' ) }</th>
						<th scope="col">
							{ __( 'Result', 'headless-deploy' ) }
						</th>
						<th scope="col">{ __( 'Why', 'headless-deploy' ) }</th>
						<th scope="col">
							{ __( 'Started', 'headless-deploy' ) }
						</th>
						<th scope="col" className="headless-deploy-log__took">
							{ __( 'Took', 'headless-deploy' ) }
						</th>
						<td>
							<span className="screen-reader-text">
								{ __( 'Retry', 'headless-deploy' ) }
							</span>
						</td>
					</tr>
				</thead>
				<tbody>
					{ props.deliveries.map( ( delivery ) => (
						<Row
							key={ delivery.id }
							{ ...props }
							delivery={ delivery }
						/>
					) ) }
				</tbody>
			</table>
		</div>
	);
}
