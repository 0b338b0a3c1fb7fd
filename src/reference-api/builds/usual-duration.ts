import { isDeployed } from '../../shared/build-states.ts';
import type { Build } from '../model/hosting.ts';
import type { DeployedBuild } from '../store/builds.ts';

const MAX_BUILDS = 5;
/** How many of the newest builds of each trigger decide the duration: the build itself does not count. */
export const DURATION_BUILDS = MAX_BUILDS + 1;

/**
 * Returns the usual duration of builds like this one: the median of the last five that went live by the same action.
 *
 * @param builds At least the `DURATION_BUILDS` newest builds of this trigger that went live, newest first.
 * @return Milliseconds, or null if none went live yet.
 */
export function usualMilliseconds(
	build: Pick< Build, 'id' | 'trigger' >,
	builds: readonly DeployedBuild[]
): number | null {
	const durations = builds
		.filter(
			( other ) =>
				other.id !== build.id &&
				other.trigger === build.trigger &&
				isDeployed( other )
		)
		.slice( 0, MAX_BUILDS )
		.map( ( { startTime, finishTime } ) =>
			startTime && finishTime
				? finishTime.getTime() - startTime.getTime()
				: 0
		)
		.sort( ( a, b ) => a - b );
	return durations[ Math.floor( durations.length / 2 ) ] ?? null;
}
