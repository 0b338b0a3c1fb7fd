import { __, sprintf } from '../i18n.ts';
import type { Run } from '../../shared/wire.ts';
import { resultOf, durationText } from '../labels/run.ts';
import { dayText } from './schedule-text.ts';

function liveText( run: Run ): string {
	const took = durationText( run );
	return took === ''
		? __( 'live', 'headless-deploy' )
		: /* translators: %s: a span of time, for example “5 min 52 s”. */
			sprintf( __( 'live after %s', 'headless-deploy' ), took );
}

function resultText( run: Run ): string {
	switch ( resultOf( run ) ) {
		case 'sending':
			return __( 'being sent', 'headless-deploy' );
		case 'retrying':
			return __( 'being retried', 'headless-deploy' );
		case 'accepted':
			return __( 'accepted by the host', 'headless-deploy' );
		case 'building':
			return __( 'building', 'headless-deploy' );
		case 'live':
		case 'gone':
			return liveText( run );
		case 'done':
			return __( 'done', 'headless-deploy' );
		case 'canceled':
			return __( 'canceled', 'headless-deploy' );
		case 'buildFailed':
			return __( 'the build failed', 'headless-deploy' );
		case 'failed':
			return __( 'failed', 'headless-deploy' );
		default:
			return __( 'the build was canceled', 'headless-deploy' );
	}
}

/**
 * Says what came of a schedule's last run: “Last run today, live after 5 min 52 s”.
 *
 * @param timeZone As the site has it.
 */
export function lastRunText(
	run: Run,
	nowMs: number,
	timeZone: string
): string {
	return sprintf(
		/* translators: 1: a day, for example “today” or “November 23”, 2: what came of it, for example “live after 5 min”. */
		__( 'Last run %1$s, %2$s', 'headless-deploy' ),
		dayText( Date.parse( run.createdAt ), nowMs, timeZone ),
		resultText( run )
	);
}
