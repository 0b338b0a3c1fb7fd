import { speak } from '@wordpress/a11y';
import { useEffect } from '@wordpress/element';

/**
 * Says what is wrong with a field, once.
 *
 * @param error What is wrong, empty when nothing is.
 */
export function useSpokenError( error: string ): void {
	useEffect( () => {
		if ( error !== '' ) {
			speak( error, 'polite' );
		}
	}, [ error ] );
}
