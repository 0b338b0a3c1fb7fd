import type { BootData } from '../../shared/wire.ts';
import { type Pace, StatusStore } from './status-store.ts';

let store: StatusStore | null = null;

/**
 * Returns the one store of this page, and starts it for whoever asks first. All scripts of a page share it, so that the
 * state is asked for once and what is due is sent once.
 *
 * @param boot What the plugin printed into the page, null where it printed nothing.
 * @param pace How often the caller wants news; the most eager one counts.
 */
export function pageStore( boot: BootData | null, pace: Pace ): StatusStore {
	if ( store === null ) {
		store = new StatusStore( boot?.preload.status ?? null, pace );
		store.start();
	} else {
		store.hasten( pace );
	}
	return store;
}
