import { useEffect, useRef } from '@wordpress/element';
import type { RefObject } from 'react';

/**
 * Gives the focus to an element when it appears, and again whenever the value changes to another one that counts.
 *
 * @param wanted Whether it takes the focus; a number that grows asks again.
 */
export function useFocus< T extends HTMLElement >(
	wanted: boolean | number = true
): RefObject< T > {
	const element = useRef< T >( null );
	useEffect( () => {
		if ( wanted ) {
			element.current?.focus();
		}
	}, [ wanted ] );
	return element;
}
