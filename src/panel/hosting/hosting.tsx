import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import apiFetch from '@wordpress/api-fetch';
import { useMemo } from '@wordpress/element';
import { Link, Redirect, Route, Router, Switch } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { addresses } from '../../hosting/addresses.ts';
import type {
	Host,
	OperationId,
	SiteConnections,
} from '../../hosting/client/host.ts';
import { createQueryClient } from '../../hosting/client/queries.ts';
import { Box, Empty } from '../../ui/box.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import type { TimeForm } from '../../ui/page-style.tsx';
import { HostingHome } from '../../hosting/home.tsx';
import { HostingScreens } from '../../hosting/screens.tsx';
import { createPlatformClient } from '../../platform-client/platform-client.ts';
import type { BootData } from '../../shared/boot.ts';
import type { HostingAccount, HostingConnection } from '../../shared/wire.ts';
import { __ } from '../../ui/i18n.ts';
import { dateAndTime } from '../../live/labels/time.ts';
import { siteDate } from '../../live/labels/site-date.ts';
import { pathOf } from '../../live/request.ts';
import type { StatusStore } from '../../live/status-store.ts';
import { useSnapshot } from '../../live/use-live.ts';
import type { ScreenProps } from '../mount-screen.tsx';
import { addApiUserLabel } from '../settings/add-api-user.ts';
import { HOSTING_URL, hostFetch } from './host-fetch.ts';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { uploadThroughWordpress } from './uploads.ts';

const POLL_MS = 5_000;

/** WordPress’s own title, for example “Headless Deploy ‹ Example — WordPress”. */
const wordpressTitle = document.title;

const queries = createQueryClient();
const client = createPlatformClient( {
	baseUrl: HOSTING_URL,
	fetch: hostFetch,
} );

function formatTime( at: Date, form: TimeForm, timeZone: string ): string {
	const atMs = at.getTime();
	switch ( form ) {
		case 'clock':
			return siteDate( 'time', atMs, timeZone );
		case 'seconds':
			return siteDate( 'exactTime', atMs, timeZone );
		case 'day':
			return siteDate( 'date', atMs, timeZone );
		case 'dayAndClock':
			return dateAndTime( atMs, timeZone );
		case 'full':
			return dateAndTime( atMs, timeZone, 'exactTime' );
	}
}

function styleOf( { timeZone }: BootData ) {
	return {
		heading: 'h2',
		tabTitle: ( title: string ) => `${ title } ‹ ${ wordpressTitle }`,
		formatTime: ( at: Date, form: TimeForm ) =>
			formatTime( at, form, timeZone ),
	} as const;
}

/** Why environments need a new webhook URL, by their IDs in WordPress. */
type UrlProblems = Record< string, string >;

/** Follows the status. The result stays the same object while nothing changes, so that no screen renders again. */
function useUrlProblems( store: StatusStore ): UrlProblems {
	const { status } = useSnapshot( store );
	const problems = JSON.stringify(
		Object.fromEntries(
			( status?.environments ?? [] ).flatMap( ( { id, problem } ) =>
				problem?.needsNewUrl ? [ [ id, problem.message ] ] : []
			)
		)
	);
	return useMemo( () => JSON.parse( problems ) as UrlProblems, [ problems ] );
}

function siteOf(
	{ connections }: HostingAccount,
	store: StatusStore,
	problems: UrlProblems
): SiteConnections {
	const change = async ( route: string, data: object ) => {
		const result = await apiFetch< HostingConnection >( {
			path: pathOf( `hosting/${ route }` ),
			method: 'POST',
			data,
		} );
		void store.refresh();
		return result;
	};
	return {
		// The parameters of a route also have numbers as names.
		connect: ( { account, app, environment } ) =>
			change( 'connect', { account, app, environment } ),
		reconnect: ( environment ) => change( 'reconnect', { environment } ),
		find: ( { account, app, environment } ) => {
			const found = connections.find(
				( one ) =>
					one.account === account &&
					one.app === app &&
					one.environment === environment
			);
			return found
				? { ...found, problem: problems[ found.id ] ?? '' }
				: null;
		},
	};
}

function hostOf( account: HostingAccount, site: SiteConnections ): Host {
	const operations: readonly string[] = account.operations;
	return {
		client,
		upload: uploadThroughWordpress,
		resumesUploads: true,
		maxUploadBytes: account.maxUploadBytes,
		has: ( operation: OperationId ) => operations.includes( operation ),
		mayWrite: ( name ) =>
			account.accounts.find( ( one ) => one.name === name )?.role !==
			'read',
		install: account.install,
		site,
		api:
			account.user === ''
				? null
				: { url: account.apiUrl, user: account.user },
		pollMs: POLL_MS,
	};
}

function NoCredentials( {
	account,
	boot,
}: {
	account: HostingAccount;
	boot: BootData;
} ) {
	return (
		<Empty title={ __( 'Hosting', 'headless-deploy' ) }>
			<p>
				{ __(
					'With an API user of your hosting platform you can create apps and environments, upload code, follow builds and see the disk usage here.',
					'headless-deploy'
				) }
			</p>
			<p>
				{ account.mayEnterCredentials ? (
					<a
						className="components-button is-primary"
						href={ boot.urls.connections }
					>
						{ addApiUserLabel() }
					</a>
				) : (
					__(
						'Ask an administrator of the network to add one.',
						'headless-deploy'
					)
				) }
			</p>
		</Empty>
	);
}

function Accounts( { accounts }: HostingAccount ) {
	const [ only, second ] = accounts;
	if ( only && ! second ) {
		return <Redirect replace to={ addresses.apps( only.name ) } />;
	}
	return (
		<Box title={ __( 'Accounts', 'headless-deploy' ) }>
			<ul>
				{ accounts.map( ( { name } ) => (
					<li key={ name }>
						<Link href={ addresses.apps( name ) }>{ name }</Link>
					</li>
				) ) }
			</ul>
		</Box>
	);
}

/** The way to what the portal has and this tab has not. */
function PortalLink( { portalUrl }: HostingAccount ) {
	return portalUrl === '' ? null : (
		<p className="hd-hint">
			{ __(
				'API users and WordPress installs are managed in the portal.',
				'headless-deploy'
			) }{ ' ' }
			<a href={ portalUrl } target="_blank" rel="noreferrer">
				{ __( 'Open the hosting portal', 'headless-deploy' ) }
			</a>
		</p>
	);
}

function Screens( {
	account,
	boot,
	store,
}: ScreenProps & {
	account: HostingAccount;
} ) {
	const problems = useUrlProblems( store );
	const host = useMemo(
		() => hostOf( account, siteOf( account, store, problems ) ),
		[ account, store, problems ]
	);
	const style = useMemo( () => styleOf( boot ), [ boot ] );
	return account.hasCredentials ? (
		<Router hook={ useHashLocation }>
			<HostingHome host={ host } style={ style }>
				<UnfinishedUploads />
				<Switch>
					<Route path="/">
						<Accounts { ...account } />
					</Route>
					<Route>
						<HostingScreens />
					</Route>
				</Switch>
				<PortalLink { ...account } />
			</HostingHome>
		</Router>
	) : (
		<NoCredentials account={ account } boot={ boot } />
	);
}

function HostingAccountLoader( { boot, store }: ScreenProps ) {
	const account = useQuery( {
		queryKey: [ 'hostingAccount', {} ],
		queryFn: () =>
			apiFetch< HostingAccount >( { path: pathOf( 'hosting/account' ) } ),
		staleTime: Infinity,
	} );
	return (
		<>
			<Loaded query={ account }>
				{ ( data ) => (
					<Screens account={ data } boot={ boot } store={ store } />
				) }
			</Loaded>
			{ account.isError && (
				<p>
					<a href={ boot.urls.connections }>
						{ __( 'API credentials', 'headless-deploy' ) }
					</a>
				</p>
			) }
		</>
	);
}

/** The hosting screens in wp-admin. All requests go through the plugin, which keeps the API password. */
export function Hosting( props: ScreenProps ) {
	return (
		<QueryClientProvider client={ queries }>
			<div className="hd-hosting">
				<HostingAccountLoader { ...props } />
			</div>
		</QueryClientProvider>
	);
}
