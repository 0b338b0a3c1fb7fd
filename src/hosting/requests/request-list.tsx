import { useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type {
	Answer,
	JournalRequest,
} from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box } from '../components/box.tsx';
import { Icon } from '../components/icon.tsx';
import { Table } from '../components/table.tsx';
import { Time } from '../components/time.tsx';
import { __, _n, sprintf } from '../i18n.ts';
import { shortDurationLabel } from '../labels/duration.ts';
import { shortUrl, statusTone } from './request-labels.ts';

type Journal = Answer< 'listRequests' >;

export const PAGE_SIZE = 50;

export function FaultLine( { fault }: { fault: string } ) {
	/* translators: %s: name of a fault rule. */
	const text = __( 'Fault rule “%s”', 'headless-deploy' );
	return (
		<span className="hd-status hd-status--warning hd-wraps">
			<Icon name="warning" /> { sprintf( text, fault ) }
		</span>
	);
}

function RequestCell( { request }: { request: JournalRequest } ) {
	const { number, method, url, fault, reason } = request;
	return (
		<div className="hd-call">
			<Link href={ addresses.request( number ) }>
				<code>
					<span className="hd-muted">{ method }</span>{ ' ' }
					{ shortUrl( url ) }
				</code>
			</Link>
			{ fault !== '' && <FaultLine fault={ fault } /> }
			{ reason !== '' && <p className="hd-hint">{ reason }</p> }
		</div>
	);
}

function RequestTable( { requests }: { requests: readonly JournalRequest[] } ) {
	return (
		<Box isFlush>
			<Table
				caption={ __( 'Requests, newest first', 'headless-deploy' ) }
				rows={ requests }
				keyOf={ ( { number } ) => number }
				columns={ [
					{
						title: __( 'Time', 'headless-deploy' ),
						render: ( { at } ) => <Time at={ at } seconds />,
					},
					{
						title: __( 'Status', 'headless-deploy' ),
						render: ( { status } ) => (
							<strong
								className={ `hd-status--${ statusTone( status ) }` }
							>
								{ status || __( 'None', 'headless-deploy' ) }
							</strong>
						),
					},
					{
						title: __( 'Request', 'headless-deploy' ),
						render: ( request ) => (
							<RequestCell request={ request } />
						),
					},
					{
						title: __( 'Caller', 'headless-deploy' ),
						render: ( { caller } ) => caller,
					},
					{
						title: __( 'Duration', 'headless-deploy' ),
						atEnd: true,
						render: ( { tookMs } ) => shortDurationLabel( tookMs ),
					},
				] }
			/>
		</Box>
	);
}

function emptySentence( isPaused: boolean, isFiltered: boolean ): string {
	if ( isFiltered ) {
		return __( 'No matching requests.', 'headless-deploy' );
	}
	return isPaused
		? __( 'No requests. The list is paused.', 'headless-deploy' )
		: __( 'No requests. New requests appear here.', 'headless-deploy' );
}

function ShowNew( { count, onShow }: { count: number; onShow: () => void } ) {
	/* translators: %s: number of requests. */
	const text = _n(
		'Show %s new request',
		'Show %s new requests',
		count,
		'headless-deploy'
	);
	const shown = count > PAGE_SIZE ? `${ PAGE_SIZE }+` : String( count );
	return (
		<div role="status">
			{ count > 0 && (
				<ActionButton compact onClick={ onShow }>
					{ sprintf( text, shown ) }
				</ActionButton>
			) }
		</div>
	);
}

interface Props {
	/** Up to PAGE_SIZE + 1 requests. */
	journal: Journal;
	isNewest: boolean;
	isFiltered: boolean;
	/** @param last The number of the last request, or null if there are no older ones. */
	pages: ( last: number | null ) => ReactNode;
}

/** Keeps its rows while new requests arrive, so that they never move under the pointer. */
export function RequestList( { journal, isNewest, isFiltered, pages }: Props ) {
	const { requests, isPaused, counts } = journal;
	const [ shown, setShown ] = useState( requests );
	const isEmpty = shown.length === 0 || counts.all === 0;
	if ( isEmpty && shown !== requests ) {
		setShown( requests );
	}
	const newest = shown[ 0 ]?.number ?? 0;
	const newCount = isNewest
		? requests.filter( ( { number } ) => number > newest ).length
		: 0;
	const rows = shown.slice( 0, PAGE_SIZE );
	const hasOlder = shown.length > PAGE_SIZE;
	return (
		<>
			<ShowNew count={ newCount } onShow={ () => setShown( requests ) } />
			{ rows.length === 0 ? (
				<p className="hd-box hd-box--padded hd-section hd-muted">
					{ emptySentence( isPaused, isFiltered ) }
				</p>
			) : (
				<RequestTable requests={ rows } />
			) }
			{ pages( hasOlder ? ( rows.at( -1 )?.number ?? null ) : null ) }
		</>
	);
}
