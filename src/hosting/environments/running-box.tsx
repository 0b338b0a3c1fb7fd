import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { CancelBuild } from '../builds/changes.tsx';
import { Box } from '../components/box.tsx';
import { Status } from '../components/status.tsx';
import { useNow } from '../components/time.tsx';
import { __, sprintf } from '../i18n.ts';
import { buildStatus, startedByLabel } from '../labels/build.ts';
import { durationLabel } from '../labels/duration.ts';
import type {
	Build,
	EnvironmentSummary,
} from '../../shared/platform-api.generated.ts';

/** The bar is never full before the end. */
const MAX_PROGRESS = 0.97;

interface Props {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
	build: Build;
}

/** How far a running build is, by its usual duration. */
function Progress( { build, startTime }: { build: Build; startTime: string } ) {
	const { number, usualMilliseconds } = build;
	const elapsedMs = useNow() - Date.parse( startTime );
	const value =
		usualMilliseconds === null
			? {}
			: {
					value: Math.min(
						MAX_PROGRESS,
						elapsedMs / usualMilliseconds
					),
				};
	return (
		<progress
			className="hd-progress"
			max={ 1 }
			aria-label={ sprintf(
				/* translators: %d: number of a build. */
				__( 'Build %d', 'headless-deploy' ),
				number
			) }
			{ ...value }
		/>
	);
}

function TimeSoFar( {
	build,
	startTime,
}: {
	build: Build;
	startTime: string;
} ) {
	const seconds = Math.floor( ( useNow() - Date.parse( startTime ) ) / 1000 );
	const elapsed = durationLabel( seconds * 1000 );
	const { usualMilliseconds } = build;
	return (
		<>
			{ usualMilliseconds === null
				? sprintf(
						/* translators: %s: duration. */
						__( '%s so far', 'headless-deploy' ),
						elapsed
					)
				: sprintf(
						/* translators: 1: duration, 2: usual duration. */
						__(
							'%1$s so far, usually about %2$s',
							'headless-deploy'
						),
						elapsed,
						durationLabel( usualMilliseconds )
					) }
		</>
	);
}

function startLabel( { running }: EnvironmentSummary ): string {
	return running
		? sprintf(
				/* translators: %d: number of a build. */
				__( 'starts when build %d ends', 'headless-deploy' ),
				running.number
			)
		: __( 'starts in a moment', 'headless-deploy' );
}

/** A running or queued build. */
export function RunningBox( { path, summary, build }: Props ) {
	const { mayWrite, has } = useHost();
	const { number, state, startTime, cancelRefusal } = build;
	const { served } = summary;
	const mayCancel =
		mayWrite( path.account ) &&
		has( 'cancelOperation' ) &&
		cancelRefusal === '';
	return (
		<Box>
			<div className="hd-running">
				<h2>
					<Status status={ buildStatus( state ) } />{ ' ' }
					{ sprintf(
						/* translators: %d: number of a build. */
						__( 'Build %d', 'headless-deploy' ),
						number
					) }
				</h2>
				<span className="hd-hint">
					{ startTime === undefined ? (
						startLabel( summary )
					) : (
						<TimeSoFar build={ build } startTime={ startTime } />
					) }
				</span>
				<span className="hd-running__actions">
					<Link
						href={ addresses.environment( path, 'builds', number ) }
					>
						{ startTime === undefined
							? __( 'See the build', 'headless-deploy' )
							: __( 'Watch the log', 'headless-deploy' ) }
					</Link>
					{ mayCancel && (
						<CancelBuild path={ path } build={ build } compact />
					) }
				</span>
			</div>
			{ startTime !== undefined && (
				<Progress build={ build } startTime={ startTime } />
			) }
			<p className="hd-hint">
				{ `${ startedByLabel( build ) }.` }{ ' ' }
				{ served &&
					sprintf(
						/* translators: %d: number of a build. */
						__( 'Build %d stays live.', 'headless-deploy' ),
						served.number
					) }
			</p>
		</Box>
	);
}
