import type { Delivery, EnvironmentStatus } from '../../shared/wire.ts';
import { isOpenFailure } from '../words/delivery.ts';

/** What runs of the list ask about their environments. */
export interface Known {
	/** Undefined when it was removed meanwhile. */
	environmentOf: ( delivery: Delivery ) => EnvironmentStatus | undefined;
	labelOf: ( delivery: Delivery ) => string;
	/** Whether it failed and nothing has made up for it. */
	isOpen: ( delivery: Delivery ) => boolean;
	/** Whether the reader may send it again. */
	mayRetry: ( delivery: Delivery ) => boolean;
}

/**
 * Answers what runs ask about their environments.
 *
 * @param environments The state of all environments.
 * @param listed       The runs of the list: a later one may have made up for a failure, as the last one may.
 */
export function knownOf(
	environments: readonly EnvironmentStatus[],
	listed: readonly Delivery[]
): Known {
	const environmentOf = ( { environment }: Delivery ) =>
		environments.find( ( { id } ) => id === environment );
	const lasts = environments.flatMap( ( { last } ) =>
		last === null ? [] : [ last ]
	);
	const isOpen = ( delivery: Delivery ) =>
		isOpenFailure( delivery, [ ...listed, ...lasts ] );
	return {
		environmentOf,
		isOpen,
		labelOf: ( { environmentLabel } ) => environmentLabel,
		mayRetry: ( delivery ) =>
			isOpen( delivery ) &&
			environmentOf( delivery )?.can.includes( delivery.action ) === true,
	};
}
