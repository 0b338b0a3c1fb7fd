import { useEffect, useState, useSyncExternalStore } from '@wordpress/element';
import { onSecond } from '../ui/second-timer.ts';
import type { Snapshot, StatusStore } from './status-store.ts';

export interface Live extends Snapshot {
	/** The server's time; stops while the connection is lost. */
	nowMs: number;
	/** The server's time, also while the connection is lost. */
	serverNowMs: () => number;
	refresh: () => Promise< void >;
}

function useNowMs( store: StatusStore, isRunning: boolean ): number {
	const [ nowMs, setNowMs ] = useState( () => store.time.nowMs() );
	useEffect( () => {
		if ( ! isRunning ) {
			return;
		}
		const tick = () => setNowMs( store.time.nowMs() );
		tick();
		return onSecond( tick );
	}, [ store, isRunning ] );
	return nowMs;
}

export function useLive( store: StatusStore ): Live {
	const snapshot = useSyncExternalStore( store.subscribe, store.getSnapshot );
	const nowMs = useNowMs( store, snapshot.lost === null );
	const [ callbacks ] = useState( () => ( {
		serverNowMs: () => store.time.nowMs(),
		refresh: () => store.refresh(),
	} ) );
	return { ...snapshot, nowMs, ...callbacks };
}
