import type { Build } from '../model/hosting.ts';

const MAX_BUILDS = 5;

/**
 * Returns the usual duration of builds like this one: the median of the last five that went live by the same action.
 *
 * @param builds All builds of the environment, newest first.
 * @return Milliseconds, or null if none went live yet.
 */
export function usualMilliseconds(
	build: Pick< Build, 'id' | 'trigger' >,
	builds: readonly Build[]
): number | null {
	const durations = builds
		.filter(
			( other ) =>
				other.id !== build.id &&
				other.trigger === build.trigger &&
				( other.state === 'live' || other.state === 'succeeded' )
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
