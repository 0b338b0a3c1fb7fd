import { useEffect, useState } from '@wordpress/element';
import type { Action } from '../../shared/actions.ts';
import type { Run } from '../../shared/wire.ts';
import { fetchLive } from '../live/api.ts';
import { median, wayMs } from '../labels/build-time.ts';

/** Enough that one slow build does not count. */
const ASKED_FOR = 30;

/** How long an action usually takes until it is live, in milliseconds; null where nobody knows. */
export type Usual = ( action: Action ) => number | null;

/**
 * Learns from the log how long the actions of an environment usually take. What cannot be read is left out: it is an
 * aside, not a reason for an error.
 *
 * @param environment Id of the environment.
 * @param isWanted    Whether anybody looks at it; it is asked for then, once.
 */
export function useUsual( environment: string, isWanted: boolean ): Usual {
	const [ known, setKnown ] = useState< readonly Run[] >( [] );
	useEffect( () => {
		if ( ! isWanted ) {
			return;
		}
		let current = true;
		fetchLive( environment, ASKED_FOR )
			.then( ( runs ) => current && setKnown( runs ) )
			.catch( () => {} );
		return () => {
			current = false;
		};
	}, [ environment, isWanted ] );
	return ( action ) =>
		median(
			known
				.filter( ( run ) => run.action === action )
				.map( wayMs )
				.filter( ( spanMs ) => spanMs !== null )
		);
}
