import { __, sprintf } from '../ui/i18n.ts';
import type { Action } from '../shared/actions.ts';
import { countdownOf } from '../live/due-time.ts';
import type { Description } from '../live/labels/summary.ts';
import { describe } from '../live/labels/summary.ts';
import { fillText } from '../live/labels/timed-text.ts';
import { clockTime } from '../live/labels/time.ts';
import type { EnvironmentStatus, Run } from '../shared/wire.ts';
import type { Progress } from './progress.ts';

type Headline = Pick< Description, 'symbol' | 'headline' >;

/** To an author, “up to date” means that the post is live. */
function restHeadline(
	{ status, lastRun }: EnvironmentStatus,
	nowMs: number,
	timeZone: string
): Headline | null {
	if (
		status !== 'upToDate' ||
		lastRun?.status !== 'live' ||
		lastRun.live?.pageStatus === 'gone'
	) {
		return null;
	}
	const at = lastRun.trackedAt ?? lastRun.finishedAt ?? lastRun.createdAt;
	return {
		symbol: 'good',
		headline: sprintf(
			/* translators: %s: a time, for example “14:23”. */
			__( 'Live since %s', 'headless-deploy' ),
			clockTime( at, nowMs, timeZone )
		),
	};
}

/** What the server says of a refresh, for example “Live in 1.2 s”. */
function ofRun( run: Run, nowMs: number, timeZone: string ): Headline {
	return {
		symbol: run.symbol,
		headline: fillText( run.headline, nowMs, timeZone ),
	};
}

function headlineOf(
	{ stage, run }: Progress,
	nowMs: number,
	timeZone: string
): Headline | null {
	switch ( stage ) {
		case 'accepted':
			return run !== null && run.lane !== 'build'
				? ofRun( run, nowMs, timeZone )
				: {
						symbol: 'accepted',
						headline: __(
							'Accepted by the host',
							'headless-deploy'
						),
					};
		case 'building':
			return {
				symbol: 'busy',
				headline:
					run === null
						? __( 'Building', 'headless-deploy' )
						: fillText( run.headline, nowMs, timeZone ),
			};
		case 'live':
			return run?.lane === 'refresh'
				? ofRun( run, nowMs, timeZone )
				: {
						symbol: 'good',
						headline: __( 'Live', 'headless-deploy' ),
					};
		case 'gone':
			return {
				symbol: 'good',
				headline: __( 'Removed from the site', 'headless-deploy' ),
			};
		default:
			return null;
	}
}

interface Facts {
	environment: EnvironmentStatus;
	/** The progress of the save. */
	progress: Progress;
	/** The server's time. */
	nowMs: number;
	/** The site's time zone. */
	timeZone: string;
}

/**
 * Describes the progress of the save on an environment; without a save, the status of the environment.
 *
 * @param sending The action that was just started and that the status does not contain yet.
 */
export function describeProgress(
	{ environment, progress, nowMs, timeZone }: Facts,
	sending: Action | null
): Description {
	const description = describe( environment, nowMs, timeZone, sending );
	if ( sending !== null ) {
		return description;
	}
	// An earlier run is being sent; this save waits for the next one.
	const countdown = countdownOf( environment );
	if ( progress.stage === 'countdown' && countdown?.headline ) {
		return {
			...description,
			symbol: countdown.nextAttemptAt === null ? 'scheduled' : 'warning',
			headline: fillText( countdown.headline, nowMs, timeZone ),
			countdown,
		};
	}
	const own =
		progress.stage === 'resting'
			? restHeadline( environment, nowMs, timeZone )
			: headlineOf( progress, nowMs, timeZone );
	if ( own === null ) {
		return description;
	}
	// The last detail of an environment at rest says since when it is live, like the headline.
	const isRepeated =
		progress.stage === 'resting' &&
		( environment.next === null ||
			Date.parse( environment.next.from ) <= nowMs );
	return {
		...description,
		...own,
		detail: isRepeated ? '' : description.detail,
		countdown: null,
	};
}
