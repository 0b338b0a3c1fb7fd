import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHost } from '../client/host.ts';
import { useHostQuery } from '../client/queries.ts';
import { Box } from '../components/box.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Status } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Elapsed, Time } from '../components/time.tsx';
import { EnvironmentPage } from '../environments/environment-frame.tsx';
import { __, sprintf } from '../i18n.ts';
import {
	buildStatus,
	failureOf,
	isRunning,
	startedByLabel,
	tookMilliseconds,
} from '../labels/build.ts';
import { durationLabel } from '../labels/duration.ts';
import type {
	Build,
	EnvironmentSummary,
} from '../../shared/platform-api.generated.ts';
import { CleanRebuild, DeployAgain, isDeployable } from './changes.tsx';
import './builds.css';

const PAGE_SIZE = 50;

function Took( { build }: { build: Build } ) {
	return (
		<span className="hd-muted hd-nowrap">
			<Duration build={ build } />
		</span>
	);
}

function Duration( { build }: { build: Build } ) {
	const { startTime, usualMilliseconds } = build;
	if ( startTime === undefined ) {
		return null;
	}
	if ( ! isRunning( build ) ) {
		return <>{ durationLabel( tookMilliseconds( build, 0 ) ?? 0 ) }</>;
	}
	return (
		<>
			<Elapsed since={ startTime } />
			{ usualMilliseconds !== null &&
				' ' +
					sprintf(
						/* translators: %s: usual duration of a build. */
						__( 'of about %s', 'headless-deploy' ),
						durationLabel( usualMilliseconds )
					) }
		</>
	);
}

function StartedBy( { build }: { build: Build } ) {
	const { what } = failureOf( build );
	return (
		<span className="hd-muted">
			{ startedByLabel( build ) }
			{ build.state === 'failed' && what !== '' && `. ${ what }` }
		</span>
	);
}

interface BuildTableProps {
	path: EnvironmentPath;
	builds: readonly Build[];
	served: EnvironmentSummary[ 'served' ];
}

export function BuildTable( { path, builds, served }: BuildTableProps ) {
	const { mayWrite, has } = useHost();
	const mayDeploy =
		mayWrite( path.account ) &&
		has( 'redeployBuild' ) &&
		builds.some( isDeployable );
	return (
		<div className="hd-builds">
			<Table
				caption={ __( 'Builds, newest first', 'headless-deploy' ) }
				rows={ builds }
				keyOf={ ( { number } ) => number }
				columns={ [
					{
						title: __( 'Build', 'headless-deploy' ),
						render: ( { number } ) => (
							<Link
								className="hd-nowrap"
								href={ addresses.environment(
									path,
									'builds',
									number
								) }
							>
								{ sprintf(
									/* translators: %d: number of a build. */
									__( 'Build %d', 'headless-deploy' ),
									number
								) }
							</Link>
						),
					},
					{
						title: __( 'State', 'headless-deploy' ),
						render: ( { state } ) => (
							<Status status={ buildStatus( state ) } />
						),
					},
					{
						title: __( 'Started by', 'headless-deploy' ),
						render: ( build ) => <StartedBy build={ build } />,
					},
					{
						title: __( 'Took', 'headless-deploy' ),
						atEnd: true,
						render: ( build ) => <Took build={ build } />,
					},
					{
						title: __( 'When', 'headless-deploy' ),
						atEnd: true,
						render: ( { createTime } ) => (
							<span className="hd-muted hd-nowrap">
								<Time at={ createTime } />
							</span>
						),
					},
					...( mayDeploy
						? [
								{
									title: __(
										'Deploy again',
										'headless-deploy'
									),
									isActions: true,
									render: ( build: Build ) =>
										isDeployable( build ) && (
											<DeployAgain
												compact
												path={ path }
												build={ build }
												served={ served }
											/>
										),
								},
							]
						: [] ),
				] }
			/>
		</div>
	);
}

/** The way to newer and older builds. The address holds the tokens of the pages up to this one. */
function Pages( {
	path,
	tokens,
	nextToken,
	buildCount,
}: {
	path: EnvironmentPath;
	tokens: readonly string[];
	nextToken: string;
	buildCount: number;
} ) {
	const pageCount = Math.max( 1, Math.ceil( buildCount / PAGE_SIZE ) );
	if ( pageCount === 1 && tokens.length === 0 ) {
		return null;
	}
	const href = ( after: readonly string[] ) =>
		addresses.environment(
			path,
			'builds',
			...( after.length > 0 ? [ 'older', ...after ] : [] )
		);
	return (
		<nav
			className="hd-pages"
			aria-label={ __( 'Pages of builds', 'headless-deploy' ) }
		>
			{ tokens.length > 0 && (
				<Link href={ href( tokens.slice( 0, -1 ) ) } rel="prev">
					{ __( 'Newer builds', 'headless-deploy' ) }
				</Link>
			) }
			<span className="hd-hint">
				{ sprintf(
					/* translators: 1: number of this page, 2: number of pages. */
					__( 'Page %1$d of %2$d', 'headless-deploy' ),
					tokens.length + 1,
					Math.max( pageCount, tokens.length + 1 )
				) }
			</span>
			{ nextToken !== '' && (
				<Link href={ href( [ ...tokens, nextToken ] ) } rel="next">
					{ __( 'Older builds', 'headless-deploy' ) }
				</Link>
			) }
		</nav>
	);
}

interface BuildsProps {
	path: EnvironmentPath;
	/** Those of the pages up to this one; none for the newest builds. */
	tokens: readonly string[];
}

function BuildList( {
	path,
	tokens,
	summary,
}: BuildsProps & { summary: EnvironmentSummary } ) {
	const { mayWrite, has } = useHost();
	const pageToken = tokens.at( -1 );
	const builds = useHostQuery( {
		operation: 'listBuilds',
		topics: [ 'builds' ],
		key: { ...path, pageToken },
		read: ( client, signal ) =>
			client.GET(
				'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds',
				{
					params: {
						path: { ...path },
						query: {
							pageSize: PAGE_SIZE,
							...( pageToken === undefined ? {} : { pageToken } ),
						},
					},
					signal,
				}
			),
	} );
	const mayStart = mayWrite( path.account ) && has( 'startBuild' );
	return (
		<Loaded query={ builds }>
			{ ( list ) => (
				<>
					<Box
						isFlush={ list.builds.length > 0 }
						title={ __( 'Builds', 'headless-deploy' ) }
						actions={
							mayStart &&
							summary.buildCount > 0 && (
								<CleanRebuild
									path={ path }
									summary={ summary }
								/>
							)
						}
					>
						{ list.builds.length > 0 ? (
							<BuildTable
								path={ path }
								builds={ list.builds }
								served={ summary.served }
							/>
						) : (
							<p className="hd-muted">
								{ __(
									'No builds yet. Upload a zip of the code to start the first one.',
									'headless-deploy'
								) }
							</p>
						) }
					</Box>
					<Pages
						path={ path }
						tokens={ tokens }
						nextToken={ list.nextPageToken }
						buildCount={ summary.buildCount }
					/>
				</>
			) }
		</Loaded>
	);
}

/** The builds of an environment, newest first. */
export function Builds( props: BuildsProps ) {
	return (
		<EnvironmentPage path={ props.path } tab="builds">
			{ ( summary ) => <BuildList { ...props } summary={ summary } /> }
		</EnvironmentPage>
	);
}
