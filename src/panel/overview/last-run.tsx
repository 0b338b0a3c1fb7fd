import { Fragment } from '@wordpress/element';
import { __, sprintf } from '../../ui/i18n.ts';
import type { Run, EnvironmentStatus } from '../../shared/wire.ts';
import { StatusSymbol } from '../../ui/status-symbol.tsx';
import { durationText } from '../../live/labels/run.ts';
import { fillText } from '../../live/labels/timed-text.ts';
import { timeAgo } from '../../live/labels/time.ts';
import { duration } from '../../ui/duration.ts';
import { RunLink } from './run-link.tsx';

interface Props {
	environment: EnvironmentStatus;
	/** URL of the log. */
	activityUrl: string | null;
	nowMs: number;
	timeZone: string;
}

function responseText( took: string, attempts: number ): string {
	return attempts > 1
		? sprintf(
				/* translators: 1: a span of time, for example “0.4 s”, 2: number of the attempt. */
				__( 'Response after %1$s on attempt %2$d.', 'headless-deploy' ),
				took,
				attempts
			)
		: /* translators: %s: a span of time, for example “0.4 s”. */
			sprintf( __( 'Response after %s.', 'headless-deploy' ), took );
}

function runDurationText( run: Run ): string {
	const took = durationText( run );
	if ( took !== '' ) {
		/* translators: %s: a span of time, for example “1 min 48 s”. */
		return sprintf( __( 'Took %s.', 'headless-deploy' ), took );
	}
	const { attempts, finishedAt, httpStatus, status } = run;
	const last = attempts.at( -1 );
	// A host that was not reached has not answered.
	return last === undefined ||
		httpStatus === 0 ||
		finishedAt === null ||
		[ 'building', 'live' ].includes( status )
		? ''
		: responseText( duration( last.durationMs ), attempts.length );
}

function Line( {
	run,
	activityUrl,
	nowMs,
	timeZone,
}: Omit< Props, 'environment' > & { run: Run } ) {
	return (
		<p className="headless-deploy-line">
			<StatusSymbol symbol={ run.symbol } />
			<RunLink activityUrl={ activityUrl } id={ run.id }>
				{ [
					run.title,
					fillText( run.headline, nowMs, timeZone ),
					// A headline that counts time says since when.
					...( run.headline.since
						? []
						: [ timeAgo( run.resultAt, nowMs, timeZone ) ] ),
				].join( ' · ' ) }
			</RunLink>
		</p>
	);
}

/** The newest run of each lane and the newest build of the host, the last one first. */
function lastRuns( {
	lastRun,
	hostBuild,
	otherLastRuns,
}: EnvironmentStatus ): Run[] {
	return [ lastRun, hostBuild, ...otherLastRuns ]
		.filter( ( run ) => run !== null )
		.sort(
			( one, other ) =>
				Date.parse( other.resultAt ) - Date.parse( one.resultAt )
		);
}

function Why( { run }: { run: Run } ) {
	return (
		<p className="headless-deploy-secondary is-indented">
			{ run.causeLabel }.{ ' ' }
			<span className="headless-deploy-nowrap">
				{ runDurationText( run ) }
			</span>
		</p>
	);
}

/** The last runs, the newest first: their result, cause and duration. */
export function LastRun( props: Props ) {
	const { environment, ...shown } = props;
	const runs = lastRuns( environment );
	return (
		<div className="headless-deploy-last-run">
			<h3>{ __( 'Last run', 'headless-deploy' ) }</h3>
			{ runs.length === 0 && (
				<p className="headless-deploy-secondary">
					{ __( 'None yet.', 'headless-deploy' ) }
				</p>
			) }
			{ runs.map( ( run ) => (
				<Fragment key={ run.id }>
					<Line { ...shown } run={ run } />
					<Why run={ run } />
				</Fragment>
			) ) }
		</div>
	);
}
