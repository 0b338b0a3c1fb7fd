import { useState } from '@wordpress/element';
import type { EnvironmentSettings } from '../../shared/wire.ts';

const PARAMETER = 'environment';

interface ShownEnvironment {
	/** Undefined where there is none. */
	shown: EnvironmentSettings | undefined;
	show: ( id: string ) => void;
}

/**
 * Keeps in the address which environment is shown, so that a link can lead to it; the first where none is named.
 */
export function useShownEnvironment(
	environments: readonly EnvironmentSettings[]
): ShownEnvironment {
	const [ wanted, setWanted ] = useState(
		() =>
			new URL( window.location.href ).searchParams.get( PARAMETER ) ?? ''
	);
	const show = ( id: string ) => {
		const address = new URL( window.location.href );
		address.searchParams.set( PARAMETER, id );
		window.history.replaceState( null, '', address );
		setWanted( id );
	};
	return {
		shown:
			environments.find( ( { id } ) => id === wanted ) ??
			environments[ 0 ],
		show,
	};
}
