import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath, OperationId } from '../client/host.ts';
import { useEnvironmentSummary } from '../client/environment.ts';
import { Rebuild } from '../builds/changes.tsx';
import { Icon } from '../components/icon.tsx';
import { Loaded } from '../components/loaded.tsx';
import { isNotFound, NotFound } from '../components/not-found.tsx';
import { Page } from '../components/page.tsx';
import type { TabStatus } from '../components/tab-title.tsx';
import { Status } from '../components/status.tsx';
import { UploadArea, UploadButton } from '../upload/upload-area.tsx';
import { __ } from '../i18n.ts';
import { buildStatus } from '../labels/build.ts';
import { environmentStatus } from '../labels/environment.ts';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';

export type EnvironmentTab =
	'overview' | 'builds' | 'settings' | 'variables' | 'cache' | 'usage';

interface TabFacts {
	tab: EnvironmentTab;
	name: string;
	/** What a host needs for this tab. */
	operation: OperationId;
}

function tabsOf(): TabFacts[] {
	return [
		{
			tab: 'overview',
			name: __( 'Overview', 'headless-deploy' ),
			operation: 'readEnvironmentSummary',
		},
		{
			tab: 'builds',
			name: __( 'Builds', 'headless-deploy' ),
			operation: 'listBuilds',
		},
		{
			tab: 'settings',
			name: __( 'Settings', 'headless-deploy' ),
			operation: 'changeEnvironment',
		},
		{
			tab: 'variables',
			name: __( 'Variables', 'headless-deploy' ),
			operation: 'changeShellVariables',
		},
		{
			tab: 'cache',
			name: __( 'Cache', 'headless-deploy' ),
			operation: 'readCache',
		},
		{
			tab: 'usage',
			name: __( 'Disk usage', 'headless-deploy' ),
			operation: 'readDiskUsage',
		},
	];
}

/** What the browser’s tab says: what runs, else that visitors get nothing. */
function tabStatusOf( summary: EnvironmentSummary ): TabStatus | null {
	const build = summary.running ?? summary.queued;
	if ( build ) {
		const { word } = buildStatus( build.state );
		const { startTime } = build;
		return {
			word,
			tone: 'running',
			...( startTime === undefined ? {} : { since: startTime } ),
		};
	}
	const { word, tone } = environmentStatus( summary );
	return tone === 'bad' ? { word, tone } : null;
}

/** The way back from a screen of an environment. */
export function environmentCrumbs( { account, app }: EnvironmentPath ) {
	return [
		{ name: account, href: addresses.apps( account ) },
		{ name: app, href: addresses.app( account, app ) },
	];
}

function Tabs( { path, tab }: { path: EnvironmentPath; tab: EnvironmentTab } ) {
	const { has } = useHost();
	return (
		<nav
			className="hd-tabs"
			aria-label={ __( 'Environment', 'headless-deploy' ) }
		>
			{ tabsOf()
				.filter( ( { operation } ) => has( operation ) )
				.map( ( { tab: other, name } ) => (
					<Link
						key={ other }
						href={ addresses.environment(
							path,
							...( other === 'overview' ? [] : [ other ] )
						) }
						aria-current={ other === tab ? 'page' : undefined }
					>
						{ name }
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
}: Props & { summary: EnvironmentSummary } ) {
	const { displayName, served, newest, url } = summary;
	const { has, mayWrite } = useHost();
	const isWriter = mayWrite( path.account );
	const mayUpload = has( 'upload' ) && isWriter;
	const mayRebuild = has( 'startBuild' ) && isWriter && newest !== null;
	const isUploadTab = [ 'overview', 'builds' ].includes( tab );
	const tabName =
		tab === 'overview'
			? path.app
			: tabsOf().find( ( other ) => other.tab === tab )?.name;
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
					{ mayRebuild && <Rebuild path={ path } /> }
					{ mayUpload && (
						<UploadButton path={ path } isPrimary={ isUploadTab } />
					) }
				</>
			}
			tabs={ <Tabs path={ path } tab={ tab } /> }
		>
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
		<NotFound
			message={ query.error.message }
			account={ props.path.account }
		/>
	) : (
		<Loaded query={ query }>
			{ ( summary ) => <Environment { ...props } summary={ summary } /> }
		</Loaded>
	);
}
