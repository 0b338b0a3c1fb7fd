import type { EnvironmentStatus, Undeployed } from '../../shared/wire.ts';

/** Counts what waits in both lanes. */
export function pendingChanges( environment: EnvironmentStatus ): number {
	return environment.pending.reduce( ( sum, run ) => sum + run.changes, 0 );
}

/**
 * Finds the changes of failed and canceled runs in the lane that the headline is about.
 */
export function undeployedOf( {
	lane,
	undeployed,
}: EnvironmentStatus ): Undeployed | null {
	return undeployed.find( ( left ) => left.lane === lane ) ?? null;
}
