import { useMemo, useSyncExternalStore } from '@wordpress/element';
import { type Query, readQuery, writeQuery } from './query.ts';

/** The browser fires an event only when the user goes back or forward. */
const CHANGED = 'headless-deploy-address';
/** Marks an entry of the history in which a run was opened from the list, so that closing it goes back. */
const OPENED_HERE = 'headlessDeployRun';

function subscribe( listener: () => void ): () => void {
	window.addEventListener( 'popstate', listener );
	window.addEventListener( CHANGED, listener );
	return () => {
		window.removeEventListener( 'popstate', listener );
		window.removeEventListener( CHANGED, listener );
	};
}

function addressNow(): string {
	return window.location.search;
}

function write( change: Partial< Query >, mode: 'push' | 'replace' ): void {
	const query = { ...readQuery( addressNow() ), ...change };
	const url = `?${ writeQuery( addressNow(), query ) }`;
	const isOpenedHere = mode === 'push' && query.run !== null;
	if ( mode === 'push' ) {
		window.history.pushState( { [ OPENED_HERE ]: isOpenedHere }, '', url );
	} else {
		window.history.replaceState( window.history.state, '', url );
	}
	window.dispatchEvent( new Event( CHANGED ) );
}

function close(): void {
	if ( window.history.state?.[ OPENED_HERE ] === true ) {
		window.history.back();
	} else {
		write( { run: null }, 'replace' );
	}
}

export interface Address {
	query: Query;
	/** Changes the address; the user can go back. */
	go: ( change: Partial< Query > ) => void;
	/** Replaces the address. */
	correct: ( change: Partial< Query > ) => void;
	/** Closes the run that is shown. */
	close: () => void;
}

/** Keeps filters, page and the open run in the address, so that links and going back work. */
export function useQuery(): Address {
	const address = useSyncExternalStore( subscribe, addressNow );
	return useMemo(
		() => ( {
			query: readQuery( address ),
			go: ( change ) => write( change, 'push' ),
			correct: ( change ) => write( change, 'replace' ),
			close,
		} ),
		[ address ]
	);
}
