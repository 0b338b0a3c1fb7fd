import { useEffect, useState } from '@wordpress/element';
import type { Action } from '../../shared/actions.ts';
import type { Run } from '../../shared/wire.ts';
import { fetchLive } from '../../live/api.ts';
import { median, runDurationMs } from '../../live/labels/build-time.ts';

/** So many that one slow build does not change the median. */
const ASKED_FOR = 30;

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
	const [ runs, setKnown ] = useState< readonly Run[] >( [] );
	useEffect( () => {
		if ( ! isWanted ) {
			return;
		}
		let isCurrent = true;
		fetchLive( environment, ASKED_FOR )
			.then( ( liveRuns ) => isCurrent && setKnown( liveRuns ) )
			.catch( () => {} );
		return () => {
			isCurrent = false;
		};
	}, [ environment, isWanted ] );
	return ( action ) =>
		median(
			runs
				.filter( ( run ) => run.action === action )
				.map( runDurationMs )
				.filter( ( spanMs ) => spanMs !== null )
		);
}
