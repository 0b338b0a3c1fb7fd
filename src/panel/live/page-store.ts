import type { BootData } from '../../shared/boot.ts';
import { type Pace, StatusStore } from './status-store.ts';

let store: StatusStore | null = null;
const waiting: ( () => void )[] = [];

/**
 * Returns the one store of this page, and starts it for the first caller. All scripts of a page share it, so that the
 * state is asked for once and what is due is sent once.
 *
 * @param boot What the plugin printed into the page, null where it printed nothing.
 * @param pace How often the caller wants news; the most eager one counts.
 */
export function pageStore( boot: BootData | null, pace: Pace ): StatusStore {
	if ( store === null ) {
		store = new StatusStore( boot?.preload.status ?? null, pace );
		store.start();
		// The first caller has it in hand before the others are told.
		queueMicrotask( () =>
			waiting.splice( 0 ).forEach( ( begin ) => begin() )
		);
	} else {
		store.raisePace( pace );
	}
	return store;
}

/**
 * Calls back once this page has a store, for those who want the news that others ask for and ask for none themselves.
 */
export function whenPageStore( begin: () => void ): void {
	if ( store === null ) {
		waiting.push( begin );
	} else {
		begin();
	}
}
