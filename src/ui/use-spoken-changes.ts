import { speak } from '@wordpress/a11y';
import { useEffect, useRef } from '@wordpress/element';

/** Speaks a text each time that it becomes another one. */
export function useSpokenChanges(
	text: string,
	politeness: 'polite' | 'assertive' = 'polite'
): void {
	const last = useRef( text );
	useEffect( () => {
		if ( text !== last.current ) {
			last.current = text;
			if ( text !== '' ) {
				speak( text, politeness );
			}
		}
	}, [ text, politeness ] );
}
