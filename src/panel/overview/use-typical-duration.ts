import type { Action } from '../../shared/actions.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { minutes, seconds } from '../../ui/duration.ts';
import { fetchLive } from './api.ts';

/** So many that one slow build does not change the median. */
const ASKED_FOR = 30;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const load = ( environment: string ) => fetchLive( environment, ASKED_FOR );

/** Null if there are no values. */
function median( spansMs: readonly number[] ): number | null {
	const sorted = [ ...spansMs ].sort( ( one, other ) => one - other );
	return sorted[ Math.floor( sorted.length / 2 ) ] ?? null;
}

/** Rounds a duration: an estimate needs no exact seconds. */
export function roughDuration( spanMs: number ): string {
	const inTens =
		Math.max( 1, Math.round( spanMs / ( 10 * SECOND_MS ) ) ) * 10;
	return spanMs < 90 * SECOND_MS
		? seconds( inTens )
		: minutes( Math.round( spanMs / MINUTE_MS ) );
}

/** How long an action usually takes until it is live, in milliseconds; null where it is not known. */
export type TypicalDuration = ( action: Action ) => number | null;

/**
 * Reads from the log how long the actions of an environment usually take. A failed request is ignored, because the
 * duration is not essential.
 *
 * @param isWanted Whether the duration is shown; the log is then requested once.
 */
export function useTypicalDuration(
	environment: string,
	isWanted: boolean
): TypicalDuration {
	const { data } = useAnswer( isWanted ? environment : '', load, '', '' );
	return ( action ) =>
		median(
			( data ?? [] )
				.filter( ( run ) => run.action === action )
				.map( ( { durationMs } ) => durationMs )
				.filter( ( spanMs ) => spanMs !== null )
		);
}
