import { useEffect, useRef } from '@wordpress/element';
import type { RefObject } from 'react';

interface FocusFallback {
	/** Belongs to the heading, which has to be focusable. */
	heading: RefObject< HTMLHeadingElement >;
	/** Wraps what a button does that is gone afterwards. */
	withFocusFallback: ( onClick: () => void ) => () => void;
}

/**
 * Keeps the focus near when the button that had it is gone: then the heading takes it.
 *
 * @param busy Whether the press is being answered.
 */
export function useFocusFallback( busy: boolean ): FocusFallback {
	const heading = useRef< HTMLHeadingElement >( null );
	const isPressed = useRef( false );
	useEffect( () => {
		const page = heading.current?.ownerDocument;
		if ( ! isPressed.current || busy ) {
			return;
		}
		if ( page?.activeElement === page?.body ) {
			isPressed.current = false;
			heading.current?.focus();
		}
	} );
	return {
		heading,
		withFocusFallback: ( onClick ) => () => {
			isPressed.current = true;
			onClick();
		},
	};
}
