import { __, sprintf } from '../panel/i18n.ts';
import type { Action } from '../shared/actions.ts';
import type { Description } from '../panel/labels/description.ts';
import { buildingHeadline } from '../panel/labels/build-time.ts';
import { describe } from '../panel/labels/state.ts';
import { clockTime } from '../panel/labels/time.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import type { Progress } from './progress.ts';

type Headline = Pick< Description, 'symbol' | 'headline' >;

/** For an author “up to date” means that the post is there. */
function restHeadline(
	{ state, last }: EnvironmentStatus,
	nowMs: number,
	timeZone: string
): Headline | null {
	if (
		state !== 'upToDate' ||
		last?.status !== 'live' ||
		last.live?.what === 'gone'
	) {
		return null;
	}
	const at = last.trackedAt ?? last.finishedAt ?? last.createdAt;
	return {
		symbol: 'good',
		headline: sprintf(
			/* translators: %s: a time, for example “14:23”. */
			__( 'Live since %s', 'headless-deploy' ),
			clockTime( at, nowMs, timeZone )
		),
	};
}

function headlineOf(
	{ stage, run }: Progress,
	nowMs: number
): Headline | null {
	switch ( stage ) {
		case 'accepted':
			return {
				symbol: 'accepted',
				headline: __( 'Accepted by the host', 'headless-deploy' ),
			};
		case 'building':
			return {
				symbol: 'busy',
				headline: buildingHeadline( run, nowMs ),
			};
		case 'live':
			return {
				symbol: 'good',
				headline: __( 'Live', 'headless-deploy' ),
			};
		case 'gone':
			return {
				symbol: 'good',
				headline: __( 'Gone from the site', 'headless-deploy' ),
			};
		default:
			return null;
	}
}

interface Facts {
	environment: EnvironmentStatus;
	/** How far the save is. */
	progress: Progress;
	/** The server's time. */
	nowMs: number;
	/** As the site has it. */
	timeZone: string;
}

/**
 * Puts the state of an environment into words, as whoever saved sees it: how far the save is, else the state itself.
 *
 * @param sending What a press is sending, of which the known state says nothing yet.
 */
export function describeProgress(
	{ environment, progress, nowMs, timeZone }: Facts,
	sending: Action | null
): Description {
	// What goes before this save is somebody else's.
	const ours =
		progress.stage === 'countdown'
			? { ...environment, state: 'pending' as const }
			: environment;
	const known = describe( ours, nowMs, timeZone, sending );
	if ( sending !== null ) {
		return known;
	}
	const own =
		progress.stage === 'resting'
			? restHeadline( environment, nowMs, timeZone )
			: headlineOf( progress, nowMs );
	return own === null ? known : { ...known, ...own, countdown: null };
}
