import { useEffect } from '@wordpress/element';

/**
 * Has the browser ask before the page is left, also by a tab of the panel.
 *
 * @param isUnsaved Whether there is something to lose.
 */
export function useUnsavedGuard( isUnsaved: boolean ): void {
	useEffect( () => {
		if ( ! isUnsaved ) {
			return;
		}
		const ask = ( event: BeforeUnloadEvent ) => event.preventDefault();
		window.addEventListener( 'beforeunload', ask );
		return () => window.removeEventListener( 'beforeunload', ask );
	}, [ isUnsaved ] );
}
