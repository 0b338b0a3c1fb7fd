import type { EnvironmentStatus, Lane } from '../../shared/wire.ts';

/** The environment with the lane whose runs show a save first in place of that of the headline. */
export function atSaveLane(
	environment: EnvironmentStatus
): EnvironmentStatus {
	const { saveLane, pending, paused } = environment;
	if ( saveLane === null ) {
		return environment;
	}
	const { lane } = saveLane;
	const isOfLane = ( run: { lane: Lane } ) => run.lane === lane;
	return {
		...environment,
		...saveLane,
		pending: pending.filter( isOfLane ),
		lastRun: environment.otherLastRuns.find( isOfLane ) ?? null,
		paused: saveLane.status === 'paused' ? paused : null,
	};
}
