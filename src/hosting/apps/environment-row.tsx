import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import { Status } from '../components/status.tsx';
import { Elapsed, Time } from '../components/time.tsx';
import { __, sprintf } from '../i18n.ts';
import { buildStatus, stepLabel } from '../labels/build.ts';
import { environmentStatus } from '../labels/environment.ts';
import { hostAndPort } from '../labels/url.ts';
import type {
	Build,
	EnvironmentSummary,
} from '../../shared/platform-api.generated.ts';

const STEP_COUNT = 6;

function buildAddress( environment: EnvironmentSummary, build: Build ): string {
	const { accountName, appId, id } = environment;
	return addresses.environment(
		{ account: accountName, app: appId, environment: id },
		'builds',
		build.number
	);
}

/** “Building 43 step 3 of 6, 24 s”. */
function Running( {
	environment,
	build,
}: {
	environment: EnvironmentSummary;
	build: Build;
} ) {
	return (
		<>
			<Link
				className="hd-plain-link"
				href={ buildAddress( environment, build ) }
			>
				<Status status={ buildStatus( build.state ) }>
					{ ` ${ build.number }` }
				</Status>
			</Link>{ ' ' }
			{ build.steps.length > 0 &&
				sprintf(
					/* translators: 1: number of a step, 2: number of steps. */
					__( 'step %1$d of %2$d,', 'headless-deploy' ),
					build.steps.length,
					STEP_COUNT
				) }{ ' ' }
			{ build.startTime !== undefined && (
				<Elapsed since={ build.startTime } />
			) }
		</>
	);
}

/** “Build 2 failed at Install, 14:58. Build 1 is live.” */
function Failed( {
	environment,
	build,
}: {
	environment: EnvironmentSummary;
	build: Build;
} ) {
	const step = build.steps.at( -1 );
	const failed = {
		...buildStatus( 'failed' ),
		word: sprintf(
			/* translators: %d: number of a build. */
			__( 'Build %d failed', 'headless-deploy' ),
			build.number
		),
	};
	return (
		<>
			<Link
				className="hd-plain-link"
				href={ buildAddress( environment, build ) }
			>
				<Status status={ failed } />
			</Link>{ ' ' }
			{ step?.state === 'failed' &&
				sprintf(
					/* translators: %s: step of a build. */
					__( 'at %s,', 'headless-deploy' ),
					stepLabel( step.name )
				) }{ ' ' }
			<Time at={ build.finishTime ?? build.createTime } />
			{ '. ' }
			{ environment.served &&
				sprintf(
					/* translators: %d: number of a build. */
					__( 'Build %d is live.', 'headless-deploy' ),
					environment.served.number
				) }
		</>
	);
}

/** What happened last. */
function LastBuild( { environment }: { environment: EnvironmentSummary } ) {
	const { mayWrite } = useHost();
	const { running, queued, newest, accountName, appId, id } = environment;
	const current = running ?? queued;
	if ( current ) {
		return <Running environment={ environment } build={ current } />;
	}
	if ( newest === null ) {
		return mayWrite( accountName ) ? (
			<Link
				href={ addresses.environment( {
					account: accountName,
					app: appId,
					environment: id,
				} ) }
			>
				{ __( 'Upload a zip to start it', 'headless-deploy' ) }
			</Link>
		) : null;
	}
	if ( newest.state === 'failed' ) {
		return <Failed environment={ environment } build={ newest } />;
	}
	return (
		<>
			{ sprintf(
				/* translators: 1: number of a build, 2: who started it. */
				__( 'Build %1$d by %2$s,', 'headless-deploy' ),
				newest.number,
				newest.startedBy.replace( /^(?:upload|portal,) by /, '' )
			) }{ ' ' }
			<Time at={ newest.finishTime ?? newest.createTime } />
		</>
	);
}

/** An environment in the list: what is served, what happened last, and where. */
export function EnvironmentRow( {
	environment,
}: {
	environment: EnvironmentSummary;
} ) {
	const { accountName, appId, id, displayName, served, url } = environment;
	return (
		<li className="hd-row">
			<Link
				className="hd-row__name"
				href={ addresses.environment( {
					account: accountName,
					app: appId,
					environment: id,
				} ) }
			>
				{ displayName }
			</Link>
			<Status status={ environmentStatus( environment ) } />
			<span className="hd-row__last hd-muted">
				<LastBuild environment={ environment } />
			</span>
			{ served && (
				<a
					className="hd-row__url"
					href={ url }
					target="_blank"
					rel="noreferrer"
				>
					{ hostAndPort( url ) }
				</a>
			) }
		</li>
	);
}
