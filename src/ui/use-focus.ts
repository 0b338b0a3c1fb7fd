import { useEffect, useRef } from '@wordpress/element';
import type { RefObject } from 'react';

/**
 * Gives the focus to an element when it appears.
 *
 * @param wanted Whether it takes the focus; a number takes it again whenever it grows.
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

/** Gives the focus to an element if the element that had it is gone; returns whether it was. */
export function focusIfLost( element: HTMLElement | null ): boolean {
	const page = element?.ownerDocument;
	if ( ! page || page.activeElement !== page.body ) {
		return false;
	}
	element.focus();
	return true;
}
