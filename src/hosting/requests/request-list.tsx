import { useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type {
	Answer,
	JournalRequest,
} from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TableBox } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { shortDurationLabel } from '../labels/duration.ts';
import type { StatusWords } from '../../ui/status.tsx';
import { hrefOf, PAGE_SIZE } from './request-view.ts';
import type { View } from './request-view.ts';

/** Shortens the URL of a request to what differs between requests. */
export function shortUrl( url: string ): string {
	return url
		.replace( /^\/wh\/v1\/.*(?=\/webhooks\/)/, '…' )
		.replace(
			/([0-9a-f]{4})[0-9a-f]{4}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
			'$1…'
		);
}

/** @param status HTTP status; 0 without a response. */
export function statusTone( status: number ): StatusWords[ 'tone' ] {
	if ( status === 0 || status >= 500 ) {
		return 'bad';
	}
	return status >= 400 ? 'warning' : 'good';
}

export function FaultLine( { fault }: { fault: string } ) {
	/* translators: %s: name of a fault rule. */
	const text = __( 'Fault rule “%s”', 'headless-deploy' );
	return (
		<span className="hd-status hd-status--warning hd-wraps">
			<Icon name="warning" /> { sprintf( text, fault ) }
		</span>
	);
}

function Call( { number, method, url, fault, reason }: JournalRequest ) {
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

function Status( { status }: JournalRequest ) {
	return (
		<strong className={ `hd-status--${ statusTone( status ) }` }>
			{ status || __( 'None', 'headless-deploy' ) }
		</strong>
	);
}

function columns() {
	return [
		{
			title: __( 'Time', 'headless-deploy' ),
			render: ( { at }: JournalRequest ) => <Time at={ at } seconds />,
		},
		{ title: __( 'Status', 'headless-deploy' ), render: Status },
		{ title: __( 'Request', 'headless-deploy' ), render: Call },
		{
			title: __( 'Caller', 'headless-deploy' ),
			render: ( { caller }: JournalRequest ) => caller,
		},
		{
			title: __( 'Duration', 'headless-deploy' ),
			atEnd: true,
			render: ( { tookMs }: JournalRequest ) =>
				shortDurationLabel( tookMs ),
		},
	];
}

function emptySentence( { only, search }: View, isPaused: boolean ): string {
	if ( only !== 'all' || search !== '' ) {
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

function PageLink( { view, children }: { view: View; children: ReactNode } ) {
	return (
		<Link
			className="components-button is-secondary is-compact"
			href={ hrefOf( view ) }
		>
			{ children }
		</Link>
	);
}

interface Props {
	/** Up to PAGE_SIZE + 1 requests. */
	journal: Answer< 'listRequests' >;
	view: View;
}

/** Keeps its rows while new requests arrive, so that they never move under the pointer. */
export function RequestList( { journal, view }: Props ) {
	const { requests, isPaused, counts } = journal;
	const { before, ...newestView } = view;
	const [ shown, setShown ] = useState( requests );
	const isEmpty = shown.length === 0 || counts.all === 0;
	if ( isEmpty && shown !== requests ) {
		setShown( requests );
	}
	const newest = before ?? shown[ 0 ]?.number ?? 0;
	const rows = shown.slice( 0, PAGE_SIZE );
	const last = rows.at( -1 );
	return (
		<>
			<ShowNew
				count={
					requests.filter( ( { number } ) => number > newest ).length
				}
				onShow={ () => setShown( requests ) }
			/>
			<TableBox
				caption={ __( 'Requests, newest first', 'headless-deploy' ) }
				rows={ rows }
				empty={ emptySentence( view, isPaused ) }
				keyOf={ ( { number } ) => number }
				columns={ columns() }
			/>
			<nav
				className="hd-buttons hd-pages"
				aria-label={ __( 'Pages', 'headless-deploy' ) }
			>
				{ before !== undefined && (
					<PageLink view={ newestView }>
						{ __( 'Newest', 'headless-deploy' ) }
					</PageLink>
				) }
				{ last && shown.length > PAGE_SIZE && (
					<PageLink view={ { ...view, before: last.number } }>
						{ __( 'Older', 'headless-deploy' ) }
					</PageLink>
				) }
			</nav>
		</>
	);
}
