import { __, _n, sprintf } from '../i18n.ts';
import type { Run, EnvironmentStatus } from '../../shared/wire.ts';
import { actionLabel } from './action.ts';
import type { Description } from './description.ts';
import { actionAndCause, changesBy } from './people.ts';
import { clockTime, timeAgo } from './time.ts';

/** For the first minutes “Live 40 s ago” is news; later the front end is simply up to date. */
const NEWS_MS = 5 * 60_000;
/** For how long the server looks at the pages of a run; see docs/architecture.md. */
const LOOKED_FOR_MS = 15 * 60_000;

/**
 * Tells whether nothing can show that the last build is live: there is no page to look at, and no build is followed.
 */
export function lacksAddress( {
	state,
	last,
	frontEndUrl,
	nextCheckAt,
}: EnvironmentStatus ): boolean {
	return (
		state === 'upToDate' &&
		frontEndUrl === '' &&
		nextCheckAt === null &&
		last?.lane === 'build' &&
		last.status === 'accepted' &&
		last.build === null
	);
}

/**
 * Says what is known of a build that the host accepted: that it is coming, or that nothing more will be seen of it.
 *
 * @param isOld Whether its pages are no longer looked at.
 */
function comesOfIt( environment: EnvironmentStatus, isOld: boolean ): string {
	if ( lacksAddress( environment ) ) {
		return __(
			'Whether it is live cannot be seen, because this environment has no front-end address.',
			'headless-deploy'
		);
	}
	return isOld && environment.nextCheckAt === null
		? __( 'Whether it is live is not known.', 'headless-deploy' )
		: __( 'It goes live when the host has built it.', 'headless-deploy' );
}

function describeAccepted(
	environment: EnvironmentStatus,
	last: Run,
	nowMs: number,
	timeZone: string
): Description {
	const at = last.finishedAt ?? last.createdAt;
	const ago = timeAgo( at, nowMs, timeZone );
	if ( last.action === 'purgeCache' ) {
		return {
			symbol: 'good',
			headline: __( 'Cache purged', 'headless-deploy' ),
			/* translators: %s: a time, for example “40 s ago”. */
			detail: sprintf( __( 'Done %s.', 'headless-deploy' ), ago ),
			countdown: null,
		};
	}
	const isOld = nowMs - Date.parse( at ) > LOOKED_FOR_MS;
	const next = comesOfIt( environment, isOld );
	return {
		symbol: 'accepted',
		headline: __( 'Accepted by the host', 'headless-deploy' ),
		detail: `${ actionLabel( last.action ) }, ${ ago }. ${ next }`,
		countdown: null,
	};
}

function seenInWords( last: Run ): string {
	if ( last.live?.what === 'gone' ) {
		return __(
			'What was unpublished is no longer on the site.',
			'headless-deploy'
		);
	}
	return last.changes === 0
		? actionAndCause( last )
		: sprintf(
				/* translators: %s: for example “3 changes by Maria Lindqvist”. */
				_n(
					'%s is on the site.',
					'%s are on the site.',
					last.changes,
					'headless-deploy'
				),
				changesBy( last.changes, last.reasons )
			);
}

/** Says, too, that a build of the host repaired what had failed. */
function withOrigin( sentence: string, { build }: Run ): string {
	const origin = build?.origin ?? '';
	return origin === '' ? sentence : `${ origin }. ${ sentence }`;
}

/**
 * The site is what is live, also when a page is gone from it: “Gone” beside an environment's name would frighten.
 */
function newsHeadline( ago: string ): string {
	/* translators: %s: a time, for example “40 s ago”. */
	return sprintf( __( 'Live %s', 'headless-deploy' ), ago );
}

/** Says that a run has arrived on the site. */
function describeLive(
	last: Run,
	nowMs: number,
	timeZone: string
): Description {
	const at = last.trackedAt ?? last.finishedAt ?? last.createdAt;
	const isNews = nowMs - Date.parse( at ) < NEWS_MS;
	return {
		symbol: 'good',
		headline: isNews
			? newsHeadline( timeAgo( at, nowMs, timeZone ) )
			: __( 'Up to date', 'headless-deploy' ),
		detail: isNews
			? withOrigin( seenInWords( last ), last )
			: sprintf(
					/* translators: %s: a time, for example “14:02”. */
					__( 'Live since %s.', 'headless-deploy' ),
					clockTime( at, nowMs, timeZone )
				),
		countdown: null,
	};
}

/**
 * Says what the last run came to, when nothing waits and nothing is being sent.
 *
 * @param timeZone As the site has it.
 */
export function describeAtRest(
	environment: EnvironmentStatus,
	nowMs: number,
	timeZone: string
): Description {
	const { last } = environment;
	if ( last === null ) {
		return {
			symbol: 'accepted',
			headline: __( 'Connected', 'headless-deploy' ),
			detail: __( 'Nothing was sent yet.', 'headless-deploy' ),
			countdown: null,
		};
	}
	if ( last.status === 'live' ) {
		return describeLive( last, nowMs, timeZone );
	}
	return describeAccepted( environment, last, nowMs, timeZone );
}
