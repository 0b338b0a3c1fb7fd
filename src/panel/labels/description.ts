import type {
	EnvironmentStatus,
	PendingRun,
	Undeployed,
} from '../../shared/wire.ts';

/** Signs of states; each is drawn with words beside it. */
export type StateSymbol =
	| 'good'
	| 'bad'
	| 'warning'
	| 'paused'
	| 'scheduled'
	| 'held'
	| 'accepted'
	| 'canceled'
	| 'busy';

/** The state of an environment as people read it. */
export interface Description {
	symbol: StateSymbol;
	headline: string;
	/** One or two sentences below the headline; may be empty. */
	detail: string;
	/** What counts down, if anything. */
	countdown: PendingRun | null;
}

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
