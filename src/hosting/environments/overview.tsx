import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost, useMay } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { BuildTable } from '../builds/builds.tsx';
import { Box } from '../../ui/box.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { isActive } from '../../shared/build-states.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import { EnvironmentPage } from './environment-frame.tsx';
import type { EnvironmentProps } from './environment-frame.tsx';
import { Facts } from './facts.tsx';
import { NextSteps } from './next-steps.tsx';
import { RunningBox } from './running-box.tsx';
import { ServedBox } from './served-box.tsx';

const RECENT_BUILDS = 4;
/** At most one build runs, and one waits. */
const MAX_OPEN_BUILDS = 2;

function RecentBuilds( {
	path,
	summary,
	builds,
}: EnvironmentProps & { builds: Build[] } ) {
	const { buildCount } = summary;
	const ended = builds.filter( ( build ) => ! isActive( build ) );
	/* translators: %d: number of builds. */
	const all = _n(
		'See %d build',
		'See all %d builds',
		buildCount,
		'headless-deploy'
	);
	return (
		<Box
			isFlush={ ended.length > 0 }
			title={ __( 'Recent builds', 'headless-deploy' ) }
			actions={
				<Link href={ addresses.environment( path, 'builds' ) }>
					{ sprintf( all, buildCount ) }
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
					{ __( 'No build has ended yet.', 'headless-deploy' ) }
				</p>
			) }
		</Box>
	);
}

function Builds( props: EnvironmentProps ) {
	const { path } = props;
	const may = useMay( path.account );
	const query = useHostGet(
		'/v1/accounts/{account}/apps/{app}/environments/{environment}/builds',
		[ 'builds' ],
		{ path, query: { pageSize: RECENT_BUILDS + MAX_OPEN_BUILDS } }
	);
	return (
		<Loaded query={ query }>
			{ ( { builds } ) => (
				<>
					<RecentBuilds { ...props } builds={ builds } />
					{ may( 'upload' ) && (
						<p className="hd-hint hd-drop-hint">
							{ __(
								'Drop a zip anywhere on this page to deploy it.',
								'headless-deploy'
							) }
						</p>
					) }
				</>
			) }
		</Loaded>
	);
}

function Content( props: EnvironmentProps ) {
	const { mayWrite } = useHost();
	const { running, queued, buildCount } = props.summary;
	const open = [ running, queued ].filter( ( build ) => build !== null );
	const isReader = ! mayWrite( props.path.account );
	return (
		<div className="hd-columns">
			<div>
				{ ( buildCount > 0 || isReader ) && <ServedBox { ...props } /> }
				{ open.map( ( build ) => (
					<RunningBox
						key={ build.number }
						{ ...props }
						build={ build }
					/>
				) ) }
				{ buildCount > 0 && <Builds { ...props } /> }
				<NextSteps { ...props } />
			</div>
			<Facts { ...props } />
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
