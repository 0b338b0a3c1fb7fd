import type { Run, EnvironmentStatus } from '../../shared/wire.ts';
import { buttonOf } from '../../live/labels/action.ts';
import { isOpenFailure } from '../../live/labels/run.ts';

export interface RunEnvironments {
	/** Undefined when the environment has been removed. */
	environmentOf: ( run: Run ) => EnvironmentStatus | undefined;
	/** Whether it failed and no later run included its changes. */
	isOpen: ( run: Run ) => boolean;
	mayRetry: ( run: Run ) => boolean;
}

/**
 * Finds the environments of runs.
 *
 * @param listed The runs of the list, one of which may have included the changes of a failed one.
 */
export function runEnvironmentsOf(
	environments: readonly EnvironmentStatus[],
	listed: readonly Run[]
): RunEnvironments {
	const environmentOf = ( { environment }: Run ) =>
		environments.find( ( { id } ) => id === environment );
	const lastRuns = environments.flatMap( ( { lastRun, otherLastRuns } ) =>
		[ lastRun ?? [], otherLastRuns ].flat()
	);
	const isOpen = ( run: Run ) =>
		isOpenFailure( run, [ ...listed, ...lastRuns ] );
	return {
		environmentOf,
		isOpen,
		mayRetry: ( run ) => {
			const environment = environmentOf( run );
			return (
				isOpen( run ) &&
				environment !== undefined &&
				buttonOf( environment, run.action ) !== undefined
			);
		},
	};
}
