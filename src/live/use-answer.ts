import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import { errorText } from './labels/refusal.ts';

/** The server's response, or the last known value until it arrives. */
export interface Answer< T > {
	/** The last answer, null before the first one. */
	data: T | null;
	/** The question that `data` answers. */
	of: string;
	/** Empty unless the last request for this question failed. */
	error: string;
	loading: boolean;
	reload: () => void;
	/** Replaces what is shown by a response to another request, once there is an answer. */
	change: ( to: ( data: T ) => T ) => void;
}

/**
 * Asks the server, again whenever the question or the version changes; the last answer stays until the next one arrives.
 *
 * @param question  Empty asks nothing.
 * @param version   Another value means that the answer may be outdated.
 * @param fallback  The message for errors that have none.
 * @param preloaded The first answer, if PHP printed it into the page.
 */
export function useAnswer< T >(
	question: string,
	load: ( question: string ) => Promise< T >,
	version: string,
	fallback: string,
	preloaded: T | null = null
): Answer< T > {
	const [ answer, setAnswer ] = useState( {
		data: preloaded,
		of: preloaded === null ? '' : question,
	} );
	const [ failure, setFailure ] = useState( { error: '', of: '' } );
	const [ loading, setLoading ] = useState( false );
	const [ reloads, setReloads ] = useState( 0 );
	const isPreloaded = useRef( preloaded !== null );
	useEffect( () => {
		let isCurrent = question !== '' && ! isPreloaded.current;
		isPreloaded.current = false;
		setLoading( isCurrent );
		if ( isCurrent ) {
			load( question )
				.then( ( data ) => {
					if ( isCurrent ) {
						setAnswer( { data, of: question } );
						setFailure( { error: '', of: '' } );
					}
				} )
				.catch(
					( refusal ) =>
						isCurrent &&
						setFailure( {
							error: errorText( refusal, fallback ),
							of: question,
						} )
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
	const change = ( to: ( data: T ) => T ) =>
		setAnswer( ( { data, of } ) => ( {
			data: data === null ? null : to( data ),
			of,
		} ) );
	const error = failure.of === question ? failure.error : '';
	return { ...answer, error, loading, reload, change };
}
