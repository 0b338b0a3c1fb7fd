import { useRef, useState } from '@wordpress/element';

export interface Task< Failure > {
	/** Whether the work is in progress. */
	busy: boolean;
	/** Why the last work failed. */
	error: Failure | null;
	/** Returns whether the work succeeded; a second call while it is in progress does nothing. */
	run: ( work: () => Promise< void > ) => Promise< boolean >;
	forget: () => void;
	/** Shows what is wrong before the work begins. */
	fail: ( error: Failure ) => void;
}

/**
 * Work that a button or a form starts, one at a time. What follows happens also when the component is removed before
 * the work is done.
 *
 * @param failureOf What is kept of a rejection.
 */
export function useTask< Failure >(
	failureOf: ( refusal: unknown ) => Failure
): Task< Failure > {
	const [ busy, setBusy ] = useState( false );
	const [ error, setError ] = useState< Failure | null >( null );
	const locked = useRef( false );
	const run = async ( work: () => Promise< void > ) => {
		if ( locked.current ) {
			return false;
		}
		locked.current = true;
		setBusy( true );
		setError( null );
		try {
			await work();
			return true;
		} catch ( refusal ) {
			setError( failureOf( refusal ) );
			return false;
		} finally {
			locked.current = false;
			setBusy( false );
		}
	};
	return { busy, error, run, forget: () => setError( null ), fail: setError };
}
