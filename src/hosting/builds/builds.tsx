import { Link } from 'wouter';
import { isActive } from '../../shared/build-states.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useMay } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { Box } from '../../ui/box.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Status } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { EnvironmentPage } from '../environments/environment-frame.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import {
	buildName,
	buildStatus,
	failureOf,
	startedByLabel,
	tookLabel,
} from '../labels/build.ts';
import { durationLabel } from '../labels/duration.ts';
import { CleanRebuild, DeployAgain, isDeployable } from './changes.tsx';
import './builds.css';

const PAGE_SIZE = 50;

function Took( { build }: { build: Build } ) {
	const { startTime, usualMilliseconds: usual } = build;
	const isCounting = startTime !== undefined && isActive( build );
	const now = useNow( isCounting );
	/* translators: %s: usual duration of a build. */
	const usually = __( 'of about %s', 'headless-deploy' );
	return (
		startTime !== undefined && (
			<span className="hd-muted headless-deploy-nowrap">
				{ tookLabel( build, now ) }
				{ isCounting &&
					usual !== null &&
					` ${ sprintf( usually, durationLabel( usual ) ) }` }
			</span>
		)
	);
}

function StartedBy( build: Build ) {
	const { what } = failureOf( build );
	return (
		<span className="hd-muted">
			{ startedByLabel( build ) }
			{ build.commitMessage && `: ${ build.commitMessage }` }
			{ build.state === 'failed' && what !== '' && `. ${ what }` }
		</span>
	);
}

interface BuildTableProps {
	path: EnvironmentPath;
	builds: readonly Build[];
}

export function BuildTable( { path, builds }: BuildTableProps ) {
	const may = useMay( path.account );
	const deployAgain: Column< Build > = {
		title: __( 'Actions', 'headless-deploy' ),
		isActions: true,
		render: ( build ) =>
			isDeployable( build ) && (
				<DeployAgain compact path={ path } build={ build } />
			),
	};
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
								className="headless-deploy-nowrap"
								href={ addresses.environment(
									path,
									'builds',
									number
								) }
							>
								{ buildName( number ) }
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
						render: StartedBy,
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
							<span className="hd-muted headless-deploy-nowrap">
								<Time at={ createTime } />
							</span>
						),
					},
					...( may( 'redeployBuild' ) && builds.some( isDeployable )
						? [ deployAgain ]
						: [] ),
				] }
			/>
		</div>
	);
}

interface BuildsProps {
	path: EnvironmentPath;
	/** Tokens of the pages up to this one; none for the newest builds. */
	tokens: readonly string[];
}

interface PagesProps extends BuildsProps {
	nextToken: string;
	buildCount: number;
}

/** The way to newer and older builds. The address holds the tokens of the pages up to the shown one. */
function Pages( { path, tokens, nextToken, buildCount }: PagesProps ) {
	const number = tokens.length + 1;
	const count = Math.max( number, Math.ceil( buildCount / PAGE_SIZE ) );
	/* translators: 1: number of this page, 2: number of pages. */
	const position = __( 'Page %1$d of %2$d', 'headless-deploy' );
	const hrefOf = ( shown: readonly string[] ) => {
		const page = shown.length > 0 ? [ 'older', ...shown ] : [];
		return addresses.environment( path, 'builds', ...page );
	};
	return (
		count > 1 && (
			<nav
				className="hd-buttons hd-pages"
				aria-label={ __( 'Pages of builds', 'headless-deploy' ) }
			>
				{ number > 1 && (
					<Link href={ hrefOf( tokens.slice( 0, -1 ) ) } rel="prev">
						{ __( 'Newer builds', 'headless-deploy' ) }
					</Link>
				) }
				<span className="hd-hint">
					{ sprintf( position, number, count ) }
				</span>
				{ nextToken !== '' && (
					<Link
						href={ hrefOf( [ ...tokens, nextToken ] ) }
						rel="next"
					>
						{ __( 'Older builds', 'headless-deploy' ) }
					</Link>
				) }
			</nav>
		)
	);
}

/** The builds of an environment, newest first. */
export function Builds( { path, tokens }: BuildsProps ) {
	const may = useMay( path.account );
	const query = useHostGet(
		'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds',
		[ 'builds' ],
		{
			path: { ...path },
			query: { pageSize: PAGE_SIZE, pageToken: tokens.at( -1 ) ?? '' },
		}
	);
	return (
		<EnvironmentPage path={ path } tab="builds">
			{ ( { buildCount } ) => (
				<Loaded query={ query }>
					{ ( { builds, nextPageToken } ) => (
						<>
							<Box
								isFlush={ builds.length > 0 }
								title={ __( 'Builds', 'headless-deploy' ) }
								actions={
									may( 'startBuild' ) &&
									buildCount > 0 && (
										<CleanRebuild path={ path } />
									)
								}
							>
								{ builds.length > 0 ? (
									<BuildTable
										path={ path }
										builds={ builds }
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
								nextToken={ nextPageToken }
								buildCount={ buildCount }
							/>
						</>
					) }
				</Loaded>
			) }
		</EnvironmentPage>
	);
}
