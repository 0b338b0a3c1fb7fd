import { useEffect, useState } from '@wordpress/element';

/** A value as it was when it last stayed the same for a while. */
export function useDebounced< Value >( value: Value, quietMs: number ): Value {
	const [ settled, setSettled ] = useState( value );
	useEffect( () => {
		const timer = setTimeout( () => setSettled( value ), quietMs );
		return () => clearTimeout( timer );
	}, [ value, quietMs ] );
	return settled;
}
