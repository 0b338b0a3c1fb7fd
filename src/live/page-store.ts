import type { BootData } from '../shared/boot.ts';
import { type Pace, StatusStore } from './status-store.ts';

let store: StatusStore | null = null;
const callbacks: ( () => void )[] = [];

/**
 * Returns the one store of this page, and starts it for the first caller. All scripts of a page share it, so that the
 * status is loaded once and due runs are sent once.
 *
 * @param pace The shortest one of all callers counts.
 */
export function pageStore( boot: BootData | null, pace: Pace ): StatusStore {
	if ( store === null ) {
		store = new StatusStore( boot?.preload.status ?? null, pace );
		store.start();
		// The first caller gets it before the others are called.
		queueMicrotask( () =>
			callbacks.splice( 0 ).forEach( ( callback ) => callback() )
		);
	} else {
		store.raisePace( pace );
	}
	return store;
}

/** Calls back once another script of this page has created the store. */
export function whenPageStore( callback: () => void ): void {
	if ( store === null ) {
		callbacks.push( callback );
	} else {
		callback();
	}
}
