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

function timeSoFar( elapsedMs: number, usualMs: number | null ): string {
	const elapsed = durationLabel( Math.floor( elapsedMs / 1000 ) * 1000 );
	/* translators: %s: duration. */
	const soFar = __( '%s so far', 'headless-deploy' );
	/* translators: 1: duration, 2: usual duration. */
	const usual = __( '%1$s so far, usually about %2$s', 'headless-deploy' );
	return usualMs === null
		? sprintf( soFar, elapsed )
		: sprintf( usual, elapsed, durationLabel( usualMs ) );
}

function startLabel( { running }: EnvironmentSummary ): string {
	/* translators: %d: number of a build. */
	const text = __( 'starts when build %d ends', 'headless-deploy' );
	return running
		? sprintf( text, running.number )
		: __( 'starts in a moment', 'headless-deploy' );
}

/** A running or queued build, and how far it is by its usual duration. */
export function RunningBox( { path, summary, build }: Props ) {
	const { mayWrite, has } = useHost();
	const { number, state, startTime, cancelRefusal } = build;
	const { served } = summary;
	const now = useNow( startTime !== undefined );
	const elapsedMs =
		startTime === undefined ? 0 : now - Date.parse( startTime );
	const usualMs = build.usualMilliseconds;
	/* translators: %d: number of a build. */
	const name = sprintf( __( 'Build %d', 'headless-deploy' ), number );
	/* translators: %d: number of a build. */
	const staysLive = __( 'Build %d stays live.', 'headless-deploy' );
	const mayCancel =
		mayWrite( path.account ) &&
		has( 'cancelOperation' ) &&
		cancelRefusal === '';
	return (
		<Box>
			<div className="hd-running">
				<h2>
					<Status status={ buildStatus( state ) } /> { name }
				</h2>
				<span className="hd-hint">
					{ startTime === undefined
						? startLabel( summary )
						: timeSoFar( elapsedMs, usualMs ) }
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
				<progress
					className="hd-progress"
					aria-label={ name }
					value={
						usualMs === null
							? undefined
							: Math.min( MAX_PROGRESS, elapsedMs / usualMs )
					}
				/>
			) }
			<p className="hd-hint">
				{ `${ startedByLabel( build ) }.` }{ ' ' }
				{ served && sprintf( staysLive, served.number ) }
			</p>
		</Box>
	);
}
