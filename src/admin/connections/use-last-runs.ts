import { useState, useSyncExternalStore } from '@wordpress/element';
import type { Delivery } from '../../shared/wire.ts';
import type { StatusStore } from '../live/status-store.ts';

interface LastRuns {
	/** Finds what was sent last with the webhook that an environment has now. */
	lastOf: ( environment: string ) => Delivery | null;
	/** Learns that an environment has a new webhook: what was sent before says nothing about it. */
	forget: ( environment: string ) => void;
}

/**
 * Follows what was sent last to each environment.
 *
 * @param store The page's store, started elsewhere.
 */
export function useLastRuns( store: StatusStore ): LastRuns {
	const { status } = useSyncExternalStore(
		store.subscribe,
		store.getSnapshot
	);
	const [ forgotten, setForgotten ] = useState< Record< string, number > >(
		{}
	);
	const known = ( environment: string ) =>
		status?.environments.find( ( { id } ) => id === environment )?.last ??
		null;
	return {
		lastOf: ( environment ) => {
			const last = known( environment );
			const before = forgotten[ environment ] ?? 0;
			return last !== null && last.id > before ? last : null;
		},
		forget: ( environment ) =>
			setForgotten( ( before ) => ( {
				...before,
				[ environment ]: known( environment )?.id ?? 0,
			} ) ),
	};
}
