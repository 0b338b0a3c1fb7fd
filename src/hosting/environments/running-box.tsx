import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useMay } from '../client/host.ts';
import { CancelBuild } from '../builds/changes.tsx';
import { Box } from '../components/box.tsx';
import { Status } from '../components/status.tsx';
import { useNow } from '../components/time.tsx';
import { __, sprintf } from '../i18n.ts';
import {
	buildName,
	buildStatus,
	startedByLabel,
	staysLive,
} from '../labels/build.ts';
import { durationLabel } from '../labels/duration.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import type { EnvironmentProps } from './environment-frame.tsx';

/** The bar is never full before the end. */
const MAX_PROGRESS = 0.97;

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

function startLabel( running: Build | null ): string {
	/* translators: %d: number of a build. */
	const text = __( 'starts when build %d ends', 'headless-deploy' );
	return running
		? sprintf( text, running.number )
		: __( 'starts in a moment', 'headless-deploy' );
}

/** A running or queued build, and how far it is by its usual duration. */
export function RunningBox( {
	path,
	summary: { running, served },
	build,
}: EnvironmentProps & { build: Build } ) {
	const may = useMay( path.account );
	const { number, state, startTime, usualMilliseconds: usualMs } = build;
	const hasStarted = startTime !== undefined;
	const elapsedMs = useNow( hasStarted ) - Date.parse( startTime ?? '' );
	const progress =
		usualMs === null ? null : Math.min( MAX_PROGRESS, elapsedMs / usualMs );
	return (
		<Box>
			<div className="hd-running">
				<h2>
					<Status status={ buildStatus( state ) } />{ ' ' }
					{ buildName( number ) }
				</h2>
				<span className="hd-hint">
					{ hasStarted
						? timeSoFar( elapsedMs, usualMs )
						: startLabel( running ) }
				</span>
				<span className="hd-running__actions">
					<Link
						href={ addresses.environment( path, 'builds', number ) }
					>
						{ hasStarted
							? __( 'Watch the log', 'headless-deploy' )
							: __( 'See the build', 'headless-deploy' ) }
					</Link>
					{ build.cancelRefusal === '' &&
						may( 'cancelOperation' ) && (
							<CancelBuild
								path={ path }
								build={ build }
								compact
							/>
						) }
				</span>
			</div>
			{ hasStarted && (
				<progress
					className="hd-progress"
					aria-label={ buildName( number ) }
					// Without a value it moves back and forth.
					{ ...( progress === null ? {} : { value: progress } ) }
				/>
			) }
			<p className="hd-hint">
				{ `${ startedByLabel( build ) }. ${ staysLive( served ) }` }
			</p>
		</Box>
	);
}
