import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useMay } from '../client/host.ts';
import { CancelBuild } from '../builds/changes.tsx';
import { Box } from '../../ui/box.tsx';
import { Status } from '../../ui/status.tsx';
import { useNow } from '../../ui/time.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import {
	buildDuration,
	buildName,
	buildStatus,
	startedByLabel,
	staysLive,
} from '../labels/build.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import type { EnvironmentProps } from './environment-frame.tsx';

/** The bar is never full before the end. */
const MAX_PROGRESS = 0.97;

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
	const now = useNow( hasStarted );
	const elapsedMs = now - Date.parse( startTime ?? '' );
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
						? buildDuration( build, now )
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
