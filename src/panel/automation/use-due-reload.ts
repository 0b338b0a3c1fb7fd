import { useEffect, useRef } from '@wordpress/element';
import type { Schedule } from '../../shared/wire.ts';

/** Time for the server to do what is due. */
const RELOAD_AFTER_MS = 10_000;

/**
 * Asks for the schedules again while one of them is due, so that its next run is shown.
 *
 * @param schedules Those that are shown.
 */
export function useDueReload(
	schedules: readonly Schedule[],
	nowMs: number,
	reload: () => void
): void {
	const latest = useRef( reload );
	latest.current = reload;
	const isDue = schedules.some(
		( { nextRunAt } ) => Date.parse( nextRunAt ) <= nowMs
	);
	useEffect( () => {
		if ( ! isDue ) {
			return;
		}
		const timer = setInterval( () => latest.current(), RELOAD_AFTER_MS );
		return () => clearInterval( timer );
	}, [ isDue ] );
}
