import { useEffect, useRef } from '@wordpress/element';

/**
 * Scrolls a row of links to the current one, which a phone does not always have room for.
 *
 * @param current Changes with the current link.
 */
export function useCurrentInView< Row extends HTMLElement >( current: string ) {
	const row = useRef< Row >( null );
	useEffect( () => {
		const link = row.current?.querySelector( '[aria-current]' );
		if ( row.current && link ) {
			const outer = row.current.getBoundingClientRect();
			const inner = link.getBoundingClientRect();
			row.current.scrollLeft +=
				inner.left + inner.width / 2 - outer.left - outer.width / 2;
		}
	}, [ current ] );
	return row;
}
