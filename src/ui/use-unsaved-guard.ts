import { useEffect } from '@wordpress/element';

/** Lets the browser ask before the user leaves the page. */
export function useUnsavedGuard( isUnsaved: boolean ): void {
	useEffect( () => {
		if ( ! isUnsaved ) {
			return;
		}
		const confirmLeave = ( event: BeforeUnloadEvent ) =>
			event.preventDefault();
		window.addEventListener( 'beforeunload', confirmLeave );
		return () => window.removeEventListener( 'beforeunload', confirmLeave );
	}, [ isUnsaved ] );
}
