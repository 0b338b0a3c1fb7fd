import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useMemo } from '@wordpress/element';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { addresses } from '../hosting/addresses.ts';
import type { Host } from '../hosting/client/host.ts';
import { createQueryClient } from '../hosting/client/queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import type { PageStyle, TimeForm } from '../ui/page-style.tsx';
import type { StatusWords } from '../ui/status.tsx';
import { HostingHome } from '../hosting/home.tsx';
import { HostingScreens } from '../hosting/screens.tsx';
import { PlatformError } from '../platform-client/platform-error.ts';
import { useAccount } from './account.ts';
import { useEvents } from './events.ts';
import { Frame } from './frame.tsx';
import { portalRoutes } from './routes.tsx';
import { SignIn } from './sign-in.tsx';
import { client, mayWrite, useSession } from './session.ts';
import type { Session } from './session.ts';
import { uploadZip } from './upload.ts';

const base = import.meta.env.BASE_URL.replace( /\/$/, '' );

const FORMATS: Record< TimeForm, Intl.DateTimeFormatOptions > = {
	clock: { timeStyle: 'short' },
	seconds: { timeStyle: 'medium' },
	day: { weekday: 'short', day: 'numeric', month: 'short' },
	dayAndClock: {
		weekday: 'short',
		day: 'numeric',
		month: 'short',
		hour: '2-digit',
		minute: '2-digit',
	},
	full: { dateStyle: 'full', timeStyle: 'long' },
};

function formatTime( at: Date, form: TimeForm ): string {
	return new Intl.DateTimeFormat(
		document.documentElement.lang,
		FORMATS[ form ]
	).format( at );
}

const TAB_ICONS: Record< StatusWords[ 'tone' ], string > = {
	good: 'favicon-ok.svg',
	running: 'favicon-run.svg',
	bad: 'favicon-bad.svg',
	warning: 'favicon-warn.svg',
	quiet: 'icon.svg',
};

function setTabIcon( tone: StatusWords[ 'tone' ] | null ): void {
	document
		.querySelector( 'link[rel="icon"]' )
		?.setAttribute( 'href', `${ base }/${ TAB_ICONS[ tone ?? 'quiet' ] }` );
}

const style: Partial< PageStyle > = { formatTime, setTabIcon };

function hostOf( session: Session ): Host {
	return {
		client,
		upload: uploadZip,
		resumesUploads: false,
		maxUploadBytes: session.maxUploadBytes,
		has: () => true,
		mayWrite: ( account ) => mayWrite( session, account ),
		install: '',
		site: null,
		api: { url: window.location.origin, user: session.user },
		pollMs: false,
	};
}

function SignedIn( { session }: { session: Session } ) {
	const lostAt = useEvents();
	const [ address ] = useLocation();
	const account = useAccount( address, session );
	const host = useMemo( () => hostOf( session ), [ session ] );
	return (
		<Frame
			session={ session }
			account={ account }
			lostAt={ lostAt === null ? '' : formatTime( lostAt, 'clock' ) }
		>
			<HostingHome host={ host } style={ style }>
				<Suspense>
					<Switch>
						<Route path="/">
							<Redirect
								replace
								to={
									account === ''
										? '/accounts'
										: addresses.apps( account )
								}
							/>
						</Route>
						<Route path="/sign-in">
							<Redirect replace to="/" />
						</Route>
						<Route>
							<HostingScreens>{ portalRoutes }</HostingScreens>
						</Route>
					</Switch>
				</Suspense>
			</HostingHome>
		</Frame>
	);
}

function Screens() {
	const session = useSession();
	const { error } = session;
	if ( error instanceof PlatformError && error.status === 401 ) {
		return (
			<Frame session={ null } account="" lostAt="">
				<SignIn />
			</Frame>
		);
	}
	return session.data ? (
		<SignedIn session={ session.data } />
	) : (
		<Frame session={ null } account="" lostAt="">
			<Loaded query={ session }>{ () => null }</Loaded>
		</Frame>
	);
}

const queries = createQueryClient();

export function Portal() {
	return (
		<QueryClientProvider client={ queries }>
			<Router base={ base }>
				<div className="hd-hosting">
					<Screens />
				</div>
			</Router>
		</QueryClientProvider>
	);
}
