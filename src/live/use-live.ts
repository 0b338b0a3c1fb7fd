import { useEffect, useState, useSyncExternalStore } from '@wordpress/element';
import { onSecond } from '../ui/second-timer.ts';
import type { Snapshot, StatusStore } from './status-store.ts';

export interface Live extends Snapshot {
	/** The server's time; stops while the connection is lost. */
	nowMs: number;
	refresh: () => Promise< void >;
}

function useNowMs( { time }: StatusStore, isRunning: boolean ): number {
	const [ nowMs, setNowMs ] = useState( time.nowMs );
	useEffect( () => {
		if ( ! isRunning ) {
			return;
		}
		const tick = () => setNowMs( time.nowMs() );
		tick();
		return onSecond( tick );
	}, [ time, isRunning ] );
	return nowMs;
}

/** The status, without its passing times. */
export function useSnapshot( store: StatusStore ): Snapshot {
	return useSyncExternalStore( store.subscribe, store.getSnapshot );
}

export function useLive( store: StatusStore ): Live {
	const snapshot = useSnapshot( store );
	const nowMs = useNowMs( store, snapshot.lost === null );
	return { ...snapshot, nowMs, refresh: store.refresh };
}
