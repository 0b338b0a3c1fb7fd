import { useCallback, useEffect, useState } from '@wordpress/element';
import { errorText } from './labels/refusal.ts';

/** The server's response, or the last known value until it arrives. */
export interface Answer< T > {
	/** The last answer, null before the first one. */
	data: T | null;
	/** The question that `data` answers. */
	of: string;
	/** Empty unless the last request failed. */
	error: string;
	loading: boolean;
	reload: () => void;
}

/**
 * Asks the server, again whenever the question or the version changes; the last answer stays until the next one arrives.
 *
 * @param question Empty asks nothing.
 * @param version  Another value means that the answer may be outdated.
 * @param fallback The message for errors that have none.
 */
export function useAnswer< T >(
	question: string,
	load: ( question: string ) => Promise< T >,
	version: string,
	fallback: string
): Answer< T > {
	const [ answer, setAnswer ] = useState< { data: T | null; of: string } >( {
		data: null,
		of: '',
	} );
	const [ error, setError ] = useState( '' );
	const [ loading, setLoading ] = useState( false );
	const [ reloads, setReloads ] = useState( 0 );
	useEffect( () => {
		let isCurrent = question !== '';
		setLoading( isCurrent );
		if ( isCurrent ) {
			load( question )
				.then( ( data ) => {
					if ( isCurrent ) {
						setAnswer( { data, of: question } );
						setError( '' );
					}
				} )
				.catch(
					( refusal ) =>
						isCurrent && setError( errorText( refusal, fallback ) )
				)
				.finally( () => isCurrent && setLoading( false ) );
		}
		return () => {
			isCurrent = false;
		};
	}, [ question, load, version, reloads, fallback ] );
	const reload = useCallback(
		() => setReloads( ( count ) => count + 1 ),
		[]
	);
	return { ...answer, error, loading, reload };
}
