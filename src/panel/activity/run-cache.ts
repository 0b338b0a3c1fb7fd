import type { Run, EnvironmentStatus } from '../../shared/wire.ts';
import { buttonOf } from '../labels/action.ts';
import { isOpenFailure } from '../labels/run.ts';

/** What runs of the list ask about their environments. */
export interface RunEnvironments {
	/** Undefined when the environment has been removed. */
	environmentOf: ( run: Run ) => EnvironmentStatus | undefined;
	labelOf: ( run: Run ) => string;
	/** Whether it failed and nothing has made up for it. */
	isOpen: ( run: Run ) => boolean;
	/** Whether the reader may send it again. */
	mayRetry: ( run: Run ) => boolean;
}

/**
 * Answers what runs ask about their environments.
 *
 * @param environments The state of all environments.
 * @param listed       The runs of the list: a later one may have made up for a failure, as the last one may.
 */
export function runEnvironmentsOf(
	environments: readonly EnvironmentStatus[],
	listed: readonly Run[]
): RunEnvironments {
	const environmentOf = ( { environment }: Run ) =>
		environments.find( ( { id } ) => id === environment );
	const lasts = environments.flatMap( ( { last } ) =>
		last === null ? [] : [ last ]
	);
	const isOpen = ( run: Run ) =>
		isOpenFailure( run, [ ...listed, ...lasts ] );
	return {
		environmentOf,
		isOpen,
		labelOf: ( { environmentLabel } ) => environmentLabel,
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
