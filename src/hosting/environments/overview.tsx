import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostQuery } from '../client/queries.ts';
import { BuildTable } from '../builds/builds.tsx';
import { Box } from '../components/box.tsx';
import { Loaded } from '../components/loaded.tsx';
import { __, _n, sprintf } from '../i18n.ts';
import { isRunning } from '../labels/build.ts';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';
import { EnvironmentPage } from './environment-frame.tsx';
import { Facts } from './facts.tsx';
import { NextSteps } from './next-steps.tsx';
import { RunningBox } from './running-box.tsx';
import { ServedBox } from './served-box.tsx';

const RECENT_BUILDS = 4;
/** At most one build runs, and one waits. */
const MAX_OPEN_BUILDS = 2;

interface Props {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
}

function RecentBuilds( { path, summary }: Props ) {
	const { mayWrite, has } = useHost();
	const { buildCount } = summary;
	const builds = useHostQuery( {
		operation: 'listBuilds',
		topics: [ 'builds' ],
		key: { ...path, recent: true },
		read: ( client, signal ) =>
			client.GET(
				'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds',
				{
					params: {
						path: { ...path },
						query: { pageSize: RECENT_BUILDS + MAX_OPEN_BUILDS },
					},
					signal,
				}
			),
	} );
	return (
		<Loaded query={ builds }>
			{ ( list ) => {
				const ended = list.builds.filter(
					( build ) => ! isRunning( build )
				);
				return (
					<>
						<Box
							isFlush={ ended.length > 0 }
							title={ __( 'Recent builds', 'headless-deploy' ) }
							actions={
								<Link
									href={ addresses.environment(
										path,
										'builds'
									) }
								>
									{ sprintf(
										/* translators: %d: number of builds. */
										_n(
											'See %d build',
											'See all %d builds',
											buildCount,
											'headless-deploy'
										),
										buildCount
									) }
								</Link>
							}
						>
							{ ended.length > 0 ? (
								<BuildTable
									path={ path }
									builds={ ended.slice( 0, RECENT_BUILDS ) }
								/>
							) : (
								<p className="hd-muted">
									{ __(
										'No build has ended yet.',
										'headless-deploy'
									) }
								</p>
							) }
						</Box>
						{ mayWrite( path.account ) && has( 'upload' ) && (
							<p className="hd-hint hd-drop-hint">
								{ __(
									'Drop a zip anywhere on this page to deploy it.',
									'headless-deploy'
								) }
							</p>
						) }
					</>
				);
			} }
		</Loaded>
	);
}

function Content( { path, summary }: Props ) {
	const { mayWrite } = useHost();
	const { running, queued, buildCount } = summary;
	const open = [ running, queued ].filter( ( build ) => build !== null );
	return (
		<div className="hd-columns">
			<div>
				{ ( buildCount > 0 || ! mayWrite( path.account ) ) && (
					<ServedBox path={ path } summary={ summary } />
				) }
				{ open.map( ( build ) => (
					<RunningBox
						key={ build.number }
						path={ path }
						summary={ summary }
						build={ build }
					/>
				) ) }
				{ buildCount > 0 && (
					<RecentBuilds path={ path } summary={ summary } />
				) }
				<NextSteps path={ path } summary={ summary } />
			</div>
			<Facts path={ path } summary={ summary } />
		</div>
	);
}

/** The first screen of an environment: what visitors get, what runs, the last builds and the facts. */
export function Overview( { path }: { path: EnvironmentPath } ) {
	return (
		<EnvironmentPage path={ path } tab="overview">
			{ ( summary ) => <Content path={ path } summary={ summary } /> }
		</EnvironmentPage>
	);
}
