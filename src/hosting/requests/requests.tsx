import { Link, useLocation, useSearchParams } from 'wouter';
import { HostButton } from '../client/changes.tsx';
import type { Answer } from '../../shared/platform-api.generated.ts';
import { useHostGet } from '../client/queries.ts';
import { useMayWritePlatform } from '../client/session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { Status } from '../../ui/status.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { numberLabel } from '../labels/size.ts';
import { RequestList } from './request-list.tsx';
import { FILTERS, hrefOf, PAGE_SIZE, viewOf } from './request-view.ts';
import type { View } from './request-view.ts';

interface FiltersProps {
	view: View;
	counts: Answer< 'listRequests' >[ 'counts' ];
}

function Filters( { view, counts }: FiltersProps ) {
	const labels = {
		all: __( 'All', 'headless-deploy' ),
		errors: __( 'Errors', 'headless-deploy' ),
		faults: __( 'Faults', 'headless-deploy' ),
	};
	return (
		<nav
			className="hd-filters"
			aria-label={ __( 'Filter requests', 'headless-deploy' ) }
		>
			{ FILTERS.map( ( only ) => (
				<Link
					key={ only }
					href={ hrefOf( { only, search: view.search } ) }
					aria-current={ only === view.only ? 'page' : undefined }
				>
					{ `${ labels[ only ] } ${ numberLabel( counts[ only ] ) }` }
				</Link>
			) ) }
		</nav>
	);
}

function Search( { view: { only, search } }: { view: View } ) {
	const [ , navigate ] = useLocation();
	return (
		<SearchForm
			label={ __(
				'Search requests by path, caller, reason or status',
				'headless-deploy'
			) }
			placeholder={ __(
				'Path or caller, for example webhook:rebuild',
				'headless-deploy'
			) }
			searched={ search }
			onSearch={ ( text ) =>
				navigate( hrefOf( { only, search: text } ) )
			}
		/>
	);
}

/** Pauses, resumes and clears the journal. */
function JournalButtons( { isPaused }: { isPaused: boolean } ) {
	return (
		<>
			<HostButton
				change={ ( client ) =>
					client.PUT( '/_local/requests', {
						body: { isPaused: ! isPaused },
					} )
				}
				done={
					isPaused
						? __(
								'Resumed. New requests are listed.',
								'headless-deploy'
							)
						: __(
								'Paused. Requests are answered, but not listed.',
								'headless-deploy'
							)
				}
			>
				{ isPaused
					? __( 'Resume', 'headless-deploy' )
					: __( 'Pause', 'headless-deploy' ) }
			</HostButton>
			<HostButton
				change={ ( client ) => client.DELETE( '/_local/requests' ) }
				done={ __( 'Requests cleared.', 'headless-deploy' ) }
			>
				{ __( 'Clear', 'headless-deploy' ) }
			</HostButton>
		</>
	);
}

function Paused() {
	const word = __( 'Paused', 'headless-deploy' );
	return (
		<Status isPill status={ { word, icon: 'superseded', tone: 'quiet' } } />
	);
}

/** The last requests to the API and the webhooks. */
export function Requests() {
	const view = viewOf( useSearchParams()[ 0 ] );
	const mayChange = useMayWritePlatform();
	const query = useHostGet( '/_local/requests', [ 'requests' ], {
		query: { ...view, limit: PAGE_SIZE + 1 },
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
			status={ data?.isPaused && <Paused /> }
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
			<Search key={ view.search } view={ view } />
			<Loaded query={ query }>
				{ ( journal ) => (
					<>
						<Filters view={ view } counts={ journal.counts } />
						<RequestList
							key={ hrefOf( view ) }
							journal={ journal }
							view={ view }
						/>
					</>
				) }
			</Loaded>
		</Page>
	);
}
