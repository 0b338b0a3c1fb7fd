import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from '@wordpress/element';
import { refetchStale } from '../hosting/client/queries.ts';
import { SESSION_KEY } from './session.ts';

const RETRY_MS = 2_000;

/**
 * Follows the platform’s event stream while the page is visible: hidden pages would use up the six connections that a
 * browser opens to a host.
 *
 * @return Since when the platform is not connected; null while it is.
 */
export function useEvents(): Date | null {
	const queries = useQueryClient();
	const [ lostAt, setLostAt ] = useState< Date | null >( null );
	useEffect( () => {
		let source: EventSource | null = null;
		let timer: ReturnType< typeof setTimeout >;
		const close = () => {
			clearTimeout( timer );
			source?.close();
			source = null;
		};
		const checkSession = () =>
			void queries.invalidateQueries( { queryKey: SESSION_KEY } );
		const open = () => {
			close();
			if ( document.hidden ) {
				return;
			}
			source = new EventSource( '/_local/events' );
			// Answers may have become stale while no stream was open.
			source.addEventListener( 'hello', () => {
				setLostAt( null );
				void queries.invalidateQueries();
			} );
			source.addEventListener( 'stale', ( { data } ) =>
				refetchStale( queries, JSON.parse( String( data ) ).changes )
			);
			source.addEventListener( 'signed-out', () => {
				close();
				checkSession();
			} );
			source.onerror = () => {
				setLostAt( ( before ) => before ?? new Date() );
				// The browser does not open a refused stream again. A restarted platform refuses it: all sessions ended.
				if ( source?.readyState === EventSource.CLOSED ) {
					checkSession();
					timer = setTimeout( open, RETRY_MS );
				}
			};
		};
		open();
		document.addEventListener( 'visibilitychange', open );
		return () => {
			document.removeEventListener( 'visibilitychange', open );
			close();
		};
	}, [ queries ] );
	return lostAt;
}
