import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost, useMay } from '../client/host.ts';
import type { EnvironmentPath, OperationId } from '../client/host.ts';
import { useEnvironmentSummary } from '../client/environment.ts';
import { Rebuild } from '../builds/changes.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { isNotFound, NotFoundScreen } from '../not-found-screen.tsx';
import { Page } from '../../ui/page.tsx';
import type { TabStatus } from '../../ui/tab-title.tsx';
import { Status } from '../../ui/status.tsx';
import { useCurrentInView } from '../../ui/use-current-in-view.ts';
import { UploadArea, UploadButton } from '../upload/upload-area.tsx';
import { __ } from '../../ui/i18n.ts';
import { buildStatus } from '../labels/build.ts';
import { environmentStatus } from '../labels/environment.ts';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';
import { ReconnectNotice } from './site-connection.tsx';

/** The tabs, and what a host needs for each of them. */
const TABS = {
	overview: 'readEnvironmentSummary',
	builds: 'listBuilds',
	settings: 'changeEnvironment',
	variables: 'changeShellVariables',
	cache: 'readCache',
	usage: 'readDiskUsage',
} as const satisfies Record< string, OperationId >;

type EnvironmentTab = keyof typeof TABS;

function tabLabel( tab: EnvironmentTab ): string {
	return {
		overview: __( 'Overview', 'headless-deploy' ),
		builds: __( 'Builds', 'headless-deploy' ),
		settings: __( 'Settings', 'headless-deploy' ),
		variables: __( 'Variables', 'headless-deploy' ),
		cache: __( 'Cache', 'headless-deploy' ),
		usage: __( 'Disk usage', 'headless-deploy' ),
	}[ tab ];
}

/** What the browser’s tab says: what runs, else that visitors get nothing. */
function tabStatusOf( summary: EnvironmentSummary ): TabStatus | null {
	const build = summary.running ?? summary.queued;
	if ( build ) {
		const { state, startTime: since } = build;
		const { word } = buildStatus( state );
		return { word, tone: 'running', since };
	}
	const { word, tone } = environmentStatus( summary );
	return tone === 'bad' ? { word, tone } : null;
}

/** The way back from a screen of an environment. */
export function environmentCrumbs( {
	account,
	app,
}: Omit< EnvironmentPath, 'environment' > ) {
	return [
		{ name: account, href: addresses.apps( account ) },
		{ name: app, href: addresses.app( account, app ) },
	];
}

function Tabs( { path, tab }: Omit< Props, 'children' > ) {
	const { has } = useHost();
	const tabs = Object.keys( TABS ) as EnvironmentTab[];
	const row = useCurrentInView< HTMLElement >( tab );
	return (
		<nav
			ref={ row }
			className="hd-tabs"
			aria-label={ __( 'Environment', 'headless-deploy' ) }
		>
			{ tabs
				.filter( ( other ) => has( TABS[ other ] ) )
				.map( ( other ) => (
					<Link
						key={ other }
						href={ addresses.environment(
							path,
							...( other === 'overview' ? [] : [ other ] )
						) }
						aria-current={ other === tab ? 'page' : undefined }
					>
						{ tabLabel( other ) }
					</Link>
				) ) }
		</nav>
	);
}

/** A link to the site that visitors get. */
export function VisitSite( { url }: { url: string } ) {
	return (
		<a
			className="components-button is-secondary is-next-40px-default-size"
			href={ url }
			target="_blank"
			rel="noreferrer"
		>
			<Icon name="external" /> { __( 'Visit site', 'headless-deploy' ) }
		</a>
	);
}

/** An environment, and what the host says about it. */
export interface EnvironmentProps {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
}

interface Props {
	path: EnvironmentPath;
	tab: EnvironmentTab;
	children: ( summary: EnvironmentSummary ) => ReactNode;
}

function Environment( {
	path,
	tab,
	children,
	summary,
}: Props & EnvironmentProps ) {
	const { displayName, served, newest, url } = summary;
	const may = useMay( path.account );
	const mayUpload = may( 'upload' );
	const isUploadTab = [ 'overview', 'builds' ].includes( tab );
	const tabName = tab === 'overview' ? path.app : tabLabel( tab );
	return (
		<Page
			title={ displayName }
			tabTitle={ `${ tabName } · ${ displayName }` }
			tabStatus={ tabStatusOf( summary ) }
			crumbs={ environmentCrumbs( path ) }
			status={ <Status isPill status={ environmentStatus( summary ) } /> }
			buttons={
				<>
					{ served && <VisitSite url={ url } /> }
					{ newest && may( 'startBuild' ) && (
						<Rebuild path={ path } />
					) }
					{ mayUpload && (
						<UploadButton path={ path } isPrimary={ isUploadTab } />
					) }
				</>
			}
			tabs={ <Tabs path={ path } tab={ tab } /> }
		>
			<ReconnectNotice path={ path } />
			{ mayUpload && (
				<UploadArea path={ path } hasDropZone={ tab === 'builds' } />
			) }
			{ children( summary ) }
		</Page>
	);
}

/** A screen of an environment: its head, its tabs and the content of one of them. */
export function EnvironmentPage( props: Props ) {
	const query = useEnvironmentSummary( props.path );
	return isNotFound( query.error ) ? (
		<NotFoundScreen message={ query.error.message } />
	) : (
		<Loaded query={ query }>
			{ ( summary ) => <Environment { ...props } summary={ summary } /> }
		</Loaded>
	);
}
