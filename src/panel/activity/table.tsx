import { Button } from '@wordpress/components';
import type { Run } from '../../shared/wire.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { StatusSymbol } from '../../ui/status-symbol.tsx';
import { fillText } from '../../live/labels/timed-text.ts';
import { durationText } from '../../live/labels/run.ts';
import { dayAndTime, runTitle, reasonText } from './run-text.ts';

interface Props {
	runs: readonly Run[];
	nowMs: number;
	timeZone: string;
	/** Whether a newer list is on its way. */
	loading: boolean;
	mayRetry: ( run: Run ) => boolean;
	/** The key of the request that is in flight. */
	busy: string | null;
	onOpen: ( run: Run ) => void;
	onRetry: ( run: Run ) => void;
}

type RowProps = Props & { run: Run };

/** The id of the button that opens a run, so that the focus finds it. */
export function openButtonId( id: number ): string {
	return `headless-deploy-run-${ id }`;
}

function RunRow( props: RowProps ) {
	const { run, nowMs, timeZone, onOpen } = props;
	const { id, title, createdAt, environmentLabel } = run;
	const when = dayAndTime( createdAt, nowMs, timeZone );
	return (
		<th scope="row" className="headless-deploy-log__run">
			<Button
				id={ openButtonId( id ) }
				variant="link"
				aria-haspopup="dialog"
				aria-label={ runTitle( run, when ) }
				onClick={ () => onOpen( run ) }
			>
				{ title }
			</Button>
			<bdi className="headless-deploy-secondary">
				{ environmentLabel }
			</bdi>
		</th>
	);
}

function Retry( { run, mayRetry, busy, onRetry }: RowProps ) {
	if ( ! mayRetry( run ) ) {
		return null;
	}
	return (
		<ActionButton
			compact
			busy={ busy === `retry ${ run.id }` }
			disabled={ busy !== null }
			onClick={ () => onRetry( run ) }
		>
			{ __( 'Retry', 'headless-deploy' ) }
			<span className="screen-reader-text">
				{ ' ' }
				{ sprintf(
					/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
					__( '%1$s of %2$s', 'headless-deploy' ),
					run.title,
					run.environmentLabel
				) }
			</span>
		</ActionButton>
	);
}

function Row( props: RowProps ) {
	const { run, nowMs, timeZone } = props;
	const [ why, what ] = reasonText( run );
	return (
		<tr>
			<RunRow { ...props } />
			<td className="headless-deploy-log__result">
				<span className="headless-deploy-line">
					<StatusSymbol symbol={ run.symbol } />
					<span>
						{ fillText( run.headline, nowMs, timeZone ) }
						{ run.status === 'retrying' && run.errorCode !== '' && (
							<span className="headless-deploy-secondary">
								{ run.attempts.at( -1 )?.headline }
							</span>
						) }
					</span>
				</span>
			</td>
			<td className="headless-deploy-log__reason">
				<span>{ why }</span>
				{ what !== '' && (
					<span className="headless-deploy-secondary">{ what }</span>
				) }
			</td>
			<td className="headless-deploy-log__started">
				<time dateTime={ run.createdAt }>
					{ dayAndTime( run.createdAt, nowMs, timeZone ) }
				</time>
			</td>
			<td className="headless-deploy-log__duration">
				{ durationText( run ) }
			</td>
			<td className="headless-deploy-log__retry">
				<Retry { ...props } />
			</td>
		</tr>
	);
}

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
						{ [
							__( 'Run', 'headless-deploy' ),
							__( 'Status', 'headless-deploy' ),
							__( 'Reason', 'headless-deploy' ),
							__( 'Started', 'headless-deploy' ),
						].map( ( heading ) => (
							<th key={ heading } scope="col">
								{ heading }
							</th>
						) ) }
						<th
							scope="col"
							className="headless-deploy-log__duration"
						>
							{ __( 'Duration', 'headless-deploy' ) }
						</th>
						<td>
							<span className="screen-reader-text">
								{ __( 'Retry', 'headless-deploy' ) }
							</span>
						</td>
					</tr>
				</thead>
				<tbody>
					{ props.runs.map( ( run ) => (
						<Row key={ run.id } { ...props } run={ run } />
					) ) }
				</tbody>
			</table>
		</div>
	);
}
