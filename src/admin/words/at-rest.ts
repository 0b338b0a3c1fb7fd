import { __, sprintf } from '../i18n.ts';
import type { Delivery, EnvironmentStatus } from '../../shared/wire.ts';
import { actionLabel } from './action.ts';
import type { Description } from './description.ts';
import { changesBy } from './people.ts';
import { clockTime, timeAgo } from './time.ts';

/** For the first minutes “Live 40 s ago” is news; later the front end is simply up to date. */
const NEWS_MS = 5 * 60_000;

function describeAccepted(
	environment: EnvironmentStatus,
	last: Delivery,
	ago: string
): Description {
	if ( last.action === 'purgeCache' ) {
		return {
			symbol: 'good',
			headline: __( 'Cache purged', 'headless-deploy' ),
			/* translators: %s: a time, for example “40 s ago”. */
			detail: sprintf( __( 'Done %s.', 'headless-deploy' ), ago ),
			countdown: null,
		};
	}
	const next =
		environment.frontEndUrl === ''
			? __(
					'Whether it is live cannot be seen, because this environment has no front-end address.',
					'headless-deploy'
				)
			: __(
					'It goes live when the host has built it.',
					'headless-deploy'
				);
	return {
		symbol: 'accepted',
		headline: __( 'Accepted by the host', 'headless-deploy' ),
		detail: `${ actionLabel( last.action ) }, ${ ago }. ${ next }`,
		countdown: null,
	};
}

function describeLive(
	last: Delivery,
	nowMs: number,
	timeZone: string
): Description {
	const at = last.finishedAt ?? last.createdAt;
	const news = nowMs - Date.parse( at ) < NEWS_MS;
	return {
		symbol: 'good',
		headline: news
			? sprintf(
					/* translators: %s: a time, for example “40 s ago”. */
					__( 'Live %s', 'headless-deploy' ),
					timeAgo( at, nowMs, timeZone )
				)
			: __( 'Up to date', 'headless-deploy' ),
		detail: news
			? changesBy( last.changes, last.reasons )
			: sprintf(
					/* translators: %s: a time, for example “14:02”. */
					__( 'Every change is live since %s.', 'headless-deploy' ),
					clockTime( at, nowMs, timeZone )
				),
		countdown: null,
	};
}

function describeCanceled( last: Delivery ): Description {
	return {
		symbol: 'canceled',
		headline:
			last.user.name === ''
				? __( 'Canceled', 'headless-deploy' )
				: sprintf(
						/* translators: %s: name of a person. */
						__( 'Canceled by %s', 'headless-deploy' ),
						last.user.name
					),
		detail: __(
			'What was changed goes live with the next run.',
			'headless-deploy'
		),
		countdown: null,
	};
}

/**
 * Says what the last run came to, when nothing waits and nothing is being sent.
 *
 * @param environment The environment.
 * @param nowMs       The server's time.
 * @param timeZone    As the site has it.
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
			detail: __(
				'Nothing was sent yet. The first published change will be.',
				'headless-deploy'
			),
			countdown: null,
		};
	}
	if ( last.state === 'cancelled' ) {
		return describeCanceled( last );
	}
	if ( last.outcome === 'live' ) {
		return describeLive( last, nowMs, timeZone );
	}
	const at = last.finishedAt ?? last.createdAt;
	return describeAccepted(
		environment,
		last,
		timeAgo( at, nowMs, timeZone )
	);
}
