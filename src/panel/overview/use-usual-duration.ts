import { useEffect, useState } from '@wordpress/element';
import type { Action } from '../../shared/actions.ts';
import type { Run } from '../../shared/wire.ts';
import { fetchLive } from '../live/api.ts';
import { median, runDurationMs } from '../labels/build-time.ts';

/** Enough that one slow build does not count. */
const ASKED_FOR = 30;

/** How long an action usually takes until it is live, in milliseconds; null where it is not known. */
export type UsualDuration = ( action: Action ) => number | null;

/**
 * Learns from the log how long the actions of an environment usually take. What cannot be read is left out: it is an
 * aside, not a reason for an error.
 *
 * @param environment Id of the environment.
 * @param isWanted    Whether it is shown; it is asked for then, once.
 */
export function useUsualDuration(
	environment: string,
	isWanted: boolean
): UsualDuration {
	const [ runs, setKnown ] = useState< readonly Run[] >( [] );
	useEffect( () => {
		if ( ! isWanted ) {
			return;
		}
		let current = true;
		fetchLive( environment, ASKED_FOR )
			.then( ( liveRuns ) => current && setKnown( liveRuns ) )
			.catch( () => {} );
		return () => {
			current = false;
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
