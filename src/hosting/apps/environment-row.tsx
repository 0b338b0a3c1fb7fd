import { Link } from 'wouter';
import type {
	Build,
	EnvironmentSummary,
} from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import { Status } from '../../ui/status.tsx';
import { Elapsed, Time } from '../../ui/time.tsx';
import { SiteMark } from '../environments/site-connection.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import {
	buildStatus,
	failedBuild,
	liveBuild,
	stepLabel,
} from '../labels/build.ts';
import { environmentStatus } from '../labels/environment.ts';
import { hostAndPort } from '../labels/url.ts';
import { isActive } from '../../shared/build-states.ts';

const STEP_COUNT = 6;

interface Props {
	environment: EnvironmentSummary;
}

/** “Building 43 step 3 of 6, 24 s”, or “Build 2 failed at Install, 14:58 today. Build 1 is live.” */
function NamedBuild( { environment, build }: Props & { build: Build } ) {
	const { number, state, steps, startTime, finishTime, createTime } = build;
	const step = steps.at( -1 );
	const status = buildStatus( state );
	const isFailed = state === 'failed';
	/* translators: %s: step of a build. */
	const atStep = __( 'at %s,', 'headless-deploy' );
	/* translators: 1: number of a step, 2: number of steps. */
	const stepOf = __( 'step %1$d of %2$d,', 'headless-deploy' );
	const word = isFailed
		? failedBuild( number )
		: `${ status.word } ${ number }`;
	return (
		<>
			<Link
				className="hd-plain-link"
				href={ addresses.ofEnvironment(
					environment,
					'builds',
					number
				) }
			>
				<Status status={ { ...status, word } } />
			</Link>{ ' ' }
			{ isFailed ? (
				<>
					{ step?.state === 'failed' &&
						sprintf( atStep, stepLabel( step.name ) ) }{ ' ' }
					<Time at={ finishTime ?? createTime } />
					{ '. ' }
					{ environment.served && liveBuild( environment.served ) }
				</>
			) : (
				<>
					{ step && sprintf( stepOf, steps.length, STEP_COUNT ) }{ ' ' }
					{ startTime !== undefined && (
						<Elapsed since={ startTime } />
					) }
				</>
			) }
		</>
	);
}

/** What happened last. */
function LastBuild( { environment }: Props ) {
	const { mayWrite } = useHost();
	const { running, queued, newest, accountName } = environment;
	const build = running ?? queued ?? newest;
	if ( build === null ) {
		return (
			mayWrite( accountName ) && (
				<Link href={ addresses.ofEnvironment( environment ) }>
					{ __( 'Upload a zip to start it', 'headless-deploy' ) }
				</Link>
			)
		);
	}
	if ( isActive( build ) || build.state === 'failed' ) {
		return <NamedBuild environment={ environment } build={ build } />;
	}
	const { number, startedBy, finishTime, createTime } = build;
	const who = startedBy.replace( /^(?:upload|portal,) by /, '' );
	/* translators: 1: number of a build, 2: who started it. */
	const text = __( 'Build %1$d by %2$s,', 'headless-deploy' );
	return (
		<>
			{ sprintf( text, number, who ) }{ ' ' }
			<Time at={ finishTime ?? createTime } />
		</>
	);
}

/** An environment in the list: what is served, what happened last, and where. */
export function EnvironmentRow( { environment }: Props ) {
	const { displayName, served, url } = environment;
	return (
		<li className="hd-row">
			<Link
				className="hd-row__name"
				href={ addresses.ofEnvironment( environment ) }
			>
				{ displayName }
			</Link>
			<Status status={ environmentStatus( environment ) } />
			<span className="hd-row__last hd-muted">
				<SiteMark
					path={ {
						account: environment.accountName,
						app: environment.appId,
						environment: environment.id,
					} }
				/>
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
