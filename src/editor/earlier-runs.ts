import type { EnvironmentStatus, Run } from '../shared/wire.ts';
import type { Saved } from './saved.ts';

/** The runs of an environment that its status names. */
export function runsOf( environment: EnvironmentStatus ): Run[] {
	const { lastRun, otherLastRuns, sending } = environment;
	return [ lastRun, ...otherLastRuns, ...sending ].filter(
		( run ) => run !== null
	);
}

export function isBefore(
	{ createdAt }: Pick< Run, 'createdAt' >,
	atMs: number
): boolean {
	return Date.parse( createdAt ) < atMs;
}

/** Finds the id of the last run that started before a time, 0 for none. */
export function lastRunBefore(
	environment: EnvironmentStatus,
	atMs: number
): number {
	const earlier = runsOf( environment ).filter( ( run ) =>
		isBefore( run, atMs )
	);
	return Math.max( 0, ...earlier.map( ( { id } ) => id ) );
}

/** Finds the runs that include a post that was not published before a time. */
export function savedAfter(
	environments: readonly EnvironmentStatus[],
	unseenMs: number
): Saved {
	return {
		kind: 'publish',
		isSettling: false,
		lastBefore: Object.fromEntries(
			environments.map( ( environment ) => [
				environment.id,
				lastRunBefore( environment, unseenMs ),
			] )
		),
		liveRunIds: {},
		isLate: false,
	};
}
