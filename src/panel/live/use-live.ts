import { useEffect, useState, useSyncExternalStore } from '@wordpress/element';
import { everySecond } from './every-second.ts';
import type { Snapshot, StatusStore } from './status-store.ts';

/** The state of all environments and the server's time, as of now. */
export interface Live extends Snapshot {
	/** The server's time in milliseconds; stands still while the connection is lost. */
	nowMs: number;
	/** Tells the server's time, also while the connection is lost. */
	serverNowMs: () => number;
	/** Asks the server now. */
	refresh: () => Promise< void >;
}

/** The page's one clock. */
function useNowMs( store: StatusStore, running: boolean ): number {
	const [ nowMs, setNowMs ] = useState( () => store.time.nowMs() );
	useEffect( () => {
		if ( ! running ) {
			return;
		}
		const tick = () => setNowMs( store.time.nowMs() );
		tick();
		return everySecond( tick );
	}, [ store, running ] );
	return nowMs;
}

/**
 * Follows the store.
 *
 * @param store The page's store, started elsewhere.
 */
export function useLive( store: StatusStore ): Live {
	const snapshot = useSyncExternalStore( store.subscribe, store.getSnapshot );
	const nowMs = useNowMs( store, snapshot.lost === null );
	const [ asks ] = useState( () => ( {
		serverNowMs: () => store.time.nowMs(),
		refresh: () => store.refresh(),
	} ) );
	return { ...snapshot, nowMs, ...asks };
}
