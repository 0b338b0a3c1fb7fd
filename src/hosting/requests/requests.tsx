import { SearchControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { Link, useSearchParams } from 'wouter';
import type { Answer } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHostQuery } from '../client/queries.ts';
import { useMayWritePlatform } from '../client/session.ts';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { Status } from '../components/status.tsx';
import { __, sprintf } from '../i18n.ts';
import { numberLabel } from '../labels/size.ts';
import { JournalButtons } from './journal-buttons.tsx';
import { PAGE_SIZE, RequestList } from './request-list.tsx';

type Journal = Answer< 'listRequests' >;

const FILTERS = [ 'all', 'errors', 'faults' ] as const;

type Filter = ( typeof FILTERS )[ number ];

const MAX_SEARCH_CHARACTERS = 200;

/** Which requests are listed, as in the address. */
interface View {
	only: Filter;
	search: string;
	/** Only requests with a smaller number. */
	before?: number;
}

function viewOf( params: URLSearchParams ): View {
	const before = Number( params.get( 'before' ) );
	return {
		only:
			FILTERS.find( ( filter ) => filter === params.get( 'only' ) ) ??
			'all',
		search: ( params.get( 'search' ) ?? '' ).slice(
			0,
			MAX_SEARCH_CHARACTERS
		),
		...( before > 0 ? { before } : {} ),
	};
}

function hrefOf( { only, search, before }: View ): string {
	const params = new URLSearchParams();
	if ( only !== 'all' ) {
		params.set( 'only', only );
	}
	if ( search !== '' ) {
		params.set( 'search', search );
	}
	if ( before !== undefined ) {
		params.set( 'before', String( before ) );
	}
	return `${ addresses.requests }${ params.size > 0 ? `?${ params }` : '' }`;
}

function filterLabel( filter: Filter ): string {
	return {
		all: __( 'All', 'headless-deploy' ),
		errors: __( 'Errors', 'headless-deploy' ),
		faults: __( 'Faults', 'headless-deploy' ),
	}[ filter ];
}

function Filters( {
	view,
	counts,
}: {
	view: View;
	counts: Journal[ 'counts' ];
} ) {
	return (
		<nav
			className="hd-filters"
			aria-label={ __( 'Filter requests', 'headless-deploy' ) }
		>
			{ FILTERS.map( ( filter ) => (
				<Link
					key={ filter }
					href={ hrefOf( { only: filter, search: view.search } ) }
					aria-current={ filter === view.only ? 'page' : undefined }
				>
					{ `${ filterLabel( filter ) } ${ numberLabel( counts[ filter ] ) }` }
				</Link>
			) ) }
		</nav>
	);
}

function Search( {
	value,
	onSearch,
}: {
	value: string;
	onSearch: ( search: string ) => void;
} ) {
	const [ typed, setTyped ] = useState( value );
	return (
		<form
			role="search"
			onSubmit={ ( event ) => {
				event.preventDefault();
				onSearch( typed );
			} }
		>
			<SearchControl
				__nextHasNoMarginBottom
				label={ __(
					'Search requests by path, caller, reason or status',
					'headless-deploy'
				) }
				placeholder={ __(
					'Path or caller, for example webhook:rebuild',
					'headless-deploy'
				) }
				value={ typed }
				onChange={ ( search ) => {
					setTyped( search );
					if ( search === '' ) {
						onSearch( '' );
					}
				} }
			/>
		</form>
	);
}

function Pages( { view, last }: { view: View; last: number | null } ) {
	const { before: _before, ...newest } = view;
	return (
		<nav
			className="hd-buttons hd-pages"
			aria-label={ __( 'Pages', 'headless-deploy' ) }
		>
			{ view.before !== undefined && (
				<Link
					className="components-button is-secondary is-compact"
					href={ hrefOf( newest ) }
				>
					{ __( 'Newest', 'headless-deploy' ) }
				</Link>
			) }
			{ last !== null && (
				<Link
					className="components-button is-secondary is-compact"
					href={ hrefOf( { ...view, before: last } ) }
				>
					{ __( 'Older', 'headless-deploy' ) }
				</Link>
			) }
		</nav>
	);
}

function paused() {
	return {
		word: __( 'Paused', 'headless-deploy' ),
		icon: 'superseded',
		tone: 'quiet',
	} as const;
}

/** The last requests to the API and the webhooks. */
export function Requests() {
	const [ params, setParams ] = useSearchParams();
	const view = viewOf( params );
	const mayChange = useMayWritePlatform();
	const query = useHostQuery( {
		operation: 'listRequests',
		topics: [ 'requests' ],
		key: { ...view },
		read: ( client, signal ) =>
			client.GET( '/_local/requests', {
				params: { query: { ...view, limit: PAGE_SIZE + 1 } },
				signal,
			} ),
	} );
	const { data } = query;
	/* translators: %s: number of requests. */
	const lead = __(
		'The last %s requests to the API and the webhooks. Tokens and passwords are never stored.',
		'headless-deploy'
	);
	return (
		<Page
			title={ __( 'Requests', 'headless-deploy' ) }
			status={ data?.isPaused && <Status isPill status={ paused() } /> }
			buttons={
				mayChange &&
				data && <JournalButtons isPaused={ data.isPaused } />
			}
		>
			{ data && (
				<p className="hd-lead">
					{ sprintf( lead, numberLabel( data.capacity ) ) }
				</p>
			) }
			<Search
				key={ view.search }
				value={ view.search }
				onSearch={ ( search ) =>
					setParams(
						new URL( hrefOf( { ...view, search } ), 'http://x' )
							.searchParams
					)
				}
			/>
			<Loaded query={ query }>
				{ ( journal ) => (
					<>
						<Filters view={ view } counts={ journal.counts } />
						<RequestList
							key={ hrefOf( view ) }
							journal={ journal }
							isNewest={ view.before === undefined }
							isFiltered={
								view.only !== 'all' || view.search !== ''
							}
							pages={ ( last ) => (
								<Pages view={ view } last={ last } />
							) }
						/>
					</>
				) }
			</Loaded>
		</Page>
	);
}
