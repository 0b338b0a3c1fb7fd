import { useMemo, useSyncExternalStore } from '@wordpress/element';
import { type Query, readQuery, writeQuery } from './query.ts';

/** Fired by ourselves: the browser tells only of steps back and forth. */
const CHANGED = 'headless-deploy-address';
/** Stands in the history where a run was opened from the list, so that closing it is a step back. */
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

function write( change: Partial< Query >, how: 'push' | 'replace' ): void {
	const query = { ...readQuery( addressNow() ), ...change };
	const url = `?${ writeQuery( addressNow(), query ) }`;
	const state = how === 'push' && query.run !== null;
	if ( how === 'push' ) {
		window.history.pushState( { [ OPENED_HERE ]: state }, '', url );
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

/** What the address says, and ways to change it. */
export interface Address {
	query: Query;
	/** Changes it; the way back leads to what it was. */
	go: ( change: Partial< Query > ) => void;
	/** Changes it in its place. */
	correct: ( change: Partial< Query > ) => void;
	/** Leaves the run that is shown. */
	close: () => void;
}

/** Keeps filters, page and the run that is shown in the address, so that links and the way back work. */
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
