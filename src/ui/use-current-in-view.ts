import { useEffect, useRef } from '@wordpress/element';
import { showCurrentLink } from '../shared/current-in-view.ts';

/**
 * Keeps the current link of a row in view.
 *
 * @param current Changes with the current link.
 */
export function useCurrentInView< Row extends HTMLElement >( current: string ) {
	const row = useRef< Row >( null );
	useEffect( () => {
		if ( row.current ) {
			showCurrentLink( row.current );
		}
	}, [ current ] );
	return row;
}
