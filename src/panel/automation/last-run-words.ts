import { __, sprintf } from '../i18n.ts';
import type { Run } from '../../shared/wire.ts';
import { resultOf, tookInWords } from '../labels/run.ts';
import { dayInWords } from './schedule-words.ts';

function liveInWords( run: Run ): string {
	const took = tookInWords( run );
	return took === ''
		? __( 'live', 'headless-deploy' )
		: /* translators: %s: a span of time, for example “5 min 52 s”. */
			sprintf( __( 'live after %s', 'headless-deploy' ), took );
}

function resultInWords( run: Run ): string {
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
			return liveInWords( run );
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
export function lastRunInWords(
	run: Run,
	nowMs: number,
	timeZone: string
): string {
	return sprintf(
		/* translators: 1: a day, for example “today” or “November 23”, 2: what came of it, for example “live after 5 min”. */
		__( 'Last run %1$s, %2$s', 'headless-deploy' ),
		dayInWords( Date.parse( run.createdAt ), nowMs, timeZone ),
		resultInWords( run )
	);
}
