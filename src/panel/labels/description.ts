import type { EnvironmentStatus, Undeployed } from '../../shared/wire.ts';

export function pendingChanges( environment: EnvironmentStatus ): number {
	return environment.pending.reduce( ( sum, run ) => sum + run.changes, 0 );
}

/** The changes of failed and canceled runs in the lane of the headline. */
export function undeployedOf( {
	lane,
	undeployed,
}: EnvironmentStatus ): Undeployed | null {
	return undeployed.find( ( item ) => item.lane === lane ) ?? null;
}
