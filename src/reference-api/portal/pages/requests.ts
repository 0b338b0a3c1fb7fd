/**
 * The journal: what was asked of the API and the webhooks, and what was answered.
 */
import type {
	JournalEntry,
	JournalPage,
	JournalQuery,
} from '../../model/faults.ts';
import { shortUrl, statusTone, tookWords } from '../fault-labels.ts';
import type { Html, HtmlValue } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { mayChange, noticeBox } from '../layout.ts';
import { time } from '../labels.ts';

/** Where the page lies. */
export const REQUESTS_HREF = '/portal/requests';

/** What the page shows. */
export interface RequestsView {
	only: JournalQuery[ 'only' ];
	search: string;
	/** The newest request when the page was opened; later ones wait behind "Show 3 new". */
	upTo: number;
	page: JournalPage;
	/** How many came since, of those that are looked for. */
	fresh: number;
	/** Whether this is the first page of the list. */
	isFirst: boolean;
	/** The request that the next page begins behind, or null at the end. */
	before: number | null;
}

const FILTERS = [
	{ only: 'all', label: 'All' },
	{ only: 'errors', label: 'Errors' },
	{ only: 'faults', label: 'Faults' },
] as const;

/**
 * Makes the address of a list of requests.
 *
 * @param query What is looked for; the newest ones unless it says otherwise.
 */
export function requestsHref(
	query: Partial< Record< 'only' | 'search' | 'to' | 'before', string > >
): string {
	const search = new URLSearchParams(
		Object.entries( query ).filter(
			( [ name, value ] ) =>
				value !== '' && ! ( name === 'only' && value === 'all' )
		)
	).toString();
	return search === '' ? REQUESTS_HREF : `${ REQUESTS_HREF }?${ search }`;
}

function head( { page }: RequestsView, isForChange: boolean ): Html {
	const pause = page.isPaused ? 'Resume' : 'Pause';
	return html`<div class="head" id="head" data-live>
		<h1>Requests</h1>
		${ page.isPaused && html`<span class="pill quiet">${ icon( 'superseded' ) } Paused</span>` }
		${
			isForChange &&
			html`<div class="buttons">
				<form
					method="post"
					action="${ REQUESTS_HREF }/${ pause.toLowerCase() }"
				>
					<button>${ pause }</button>
				</form>
				<form method="post" action="${ REQUESTS_HREF }/clear">
					<button>Clear</button>
				</form>
			</div>`
		}
	</div>`;
}

function searchForm( view: RequestsView ): Html {
	return html`<form class="find" role="search" action="${ REQUESTS_HREF }">
		${ view.only !== 'all' && html`<input type="hidden" name="only" value="${ view.only }" />` }
		<input
			type="search"
			name="search"
			value="${ view.search }"
			maxlength="200"
			placeholder="Path or caller, such as webhook:rebuild"
			aria-label="Find requests by path, caller, reason or status"
		/>
		<button>Find</button>
	</form>`;
}

function filters( view: RequestsView ): Html {
	const { page, only, search, fresh } = view;
	return html`<div class="filters" id="request-filters" data-live>
		<nav aria-label="Requests">
			${ FILTERS.map(
				( filter ) =>
					html`<a
						href="${ requestsHref( { only: filter.only, search } ) }"
						${ filter.only === only && html` aria-current="true"` }
						>${ filter.label }
						${ page.counts[ filter.only ].toLocaleString( 'en' ) }</a
					>`
			) }
		</nav>
		${
			fresh > 0 &&
			html`<a
				class="button small new"
				href="${ requestsHref( { only, search } ) }"
				>Show ${ fresh.toLocaleString( 'en' ) } new</a
			>`
		}
	</div>`;
}

/** Lets an address break in front of its slashes, as people read it. */
export function breakable( url: string ): HtmlValue {
	return url.split( /(?=[/?])/ ).map( ( part ) => html`<wbr />${ part }` );
}

function remark( entry: JournalEntry ): Html | null {
	if ( entry.fault !== '' ) {
		return html`<p class="state warn">
			${ icon( 'warning' ) } Fault rule “${ entry.fault }”
		</p>`;
	}
	return entry.reason === ''
		? null
		: html`<p class="hint">${ entry.reason }</p>`;
}

function row( entry: JournalEntry, now: Date ): Html {
	const { number, method, status } = entry;
	return html`<tr>
		<td class="at">${ time( entry.at, now, 'seconds' ) }</td>
		<td class="status ${ statusTone( status ) }">
			${ status === 0 ? 'None' : status }
		</td>
		<th scope="row" class="call">
			<a href="${ REQUESTS_HREF }/${ number }"
				><code
					><span class="quiet">${ method }</span>
					${ breakable( shortUrl( entry.url ) ) }</code
				></a
			>
			${ remark( entry ) }
		</th>
		<td class="caller">${ entry.caller }</td>
		<td class="took">${ tookWords( entry.tookMs ) }</td>
	</tr>`;
}

function emptyWords( view: RequestsView ): Html {
	if ( view.search !== '' || view.only !== 'all' ) {
		return html`<p class="box inset muted">
			No such request among those that are kept.
			<a href="${ REQUESTS_HREF }">Show all</a>
		</p>`;
	}
	return html`<p class="box inset muted">
		${ view.page.isPaused ? 'No calls yet, and the journal is paused.' : 'No calls yet. They appear here as they arrive.' }
	</p>`;
}

function list( view: RequestsView, now: Date ): Html {
	const { entries } = view.page;
	if ( entries.length === 0 ) {
		return emptyWords( view );
	}
	return html`<div class="box">
		<table class="requests">
			<caption class="unseen">
				Requests, newest first
			</caption>
			<thead>
				<tr>
					<th scope="col">Time</th>
					<th scope="col">Answer</th>
					<th scope="col">Request</th>
					<th scope="col">Caller</th>
					<th scope="col" class="took">Took</th>
				</tr>
			</thead>
			<tbody>
				${ entries.map( ( entry ) => row( entry, now ) ) }
			</tbody>
		</table>
	</div>`;
}

function pager( view: RequestsView ): Html | null {
	const { only, search, before, upTo, isFirst } = view;
	if ( isFirst && before === null ) {
		return null;
	}
	const to = String( upTo );
	return html`<nav class="pager buttons" aria-label="Pages">
		${ ! isFirst && html`<a class="button" href="${ requestsHref( { only, search, to } ) }">Newest</a>` }
		${ before !== null && html`<a class="button" href="${ requestsHref( { only, search, to, before: String( before ) } ) }">Older</a>` }
	</nav>`;
}

/** Makes the requests page. */
export function requestsPage( frame: Frame, view: RequestsView ): Page {
	const { capacity } = view.page;
	// A list that nobody reads yet may grow before their eyes.
	const isLive = view.upTo === 0;
	return {
		title: 'Requests',
		nav: 'Requests',
		main: html`${ head( view, mayChange( frame ) ) }
			<p class="muted narrow">
				The last ${ capacity.toLocaleString( 'en' ) } calls to the API
				and the webhooks. Tokens and passwords are never kept.
			</p>
			<div class="under-title">${ noticeBox( frame.notice ) }</div>
			${ searchForm( view ) } ${ filters( view ) }
			<div id="request-list" ${ isLive && html` data-live` }>
				${ list( view, frame.now ) }
			</div>
			${ pager( view ) }`,
	};
}
