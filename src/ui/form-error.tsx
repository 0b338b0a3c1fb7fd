import {
	createContext,
	useLayoutEffect,
	useRef,
	useState,
} from '@wordpress/element';
import { LastingNotice } from './notice.tsx';

/** Why a form failed. */
export interface FormFailure extends Error {
	/** The name of the field that is wrong; absent or empty if it is none. */
	field?: string;
}

/** Why the form around the fields failed. */
export const FormErrorContext = createContext< FormFailure | null >( null );

export function asError( refusal: unknown ): Error {
	return refusal instanceof Error ? refusal : new Error( String( refusal ) );
}

/** Shows why a change failed, unless a field of the form around it does. Spoken by Notice. */
export function FormError( { error }: { error: FormFailure | null } ) {
	const place = useRef< HTMLDivElement >( null );
	const [ shown, setShown ] = useState< Error | null >( null );
	useLayoutEffect( () => {
		const form = place.current?.closest( 'form' );
		const hasField =
			error?.field && form?.elements.namedItem( error.field );
		setShown( hasField ? null : error );
	}, [ error ] );
	return (
		<div ref={ place }>
			{ shown && (
				<LastingNotice status="error">{ shown.message }</LastingNotice>
			) }
		</div>
	);
}
