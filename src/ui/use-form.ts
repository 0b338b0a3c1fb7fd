import { useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import { asError } from './form-error.tsx';
import { useNotice } from './notice-line.tsx';
import { useTask } from './use-task.ts';

/** What the fields of a form show and change. */
export interface Fields< Values > {
	values: Values;
	set: ( changed: Partial< Values > ) => void;
	/** The props of the field of a value. */
	field: < Name extends keyof Values & string >(
		name: Name
	) => {
		name: string;
		value: Values[ Name ];
		onChange: ( value: Values[ Name ] ) => void;
	};
}

export interface FormOptions< Values, Result > {
	/** What the form starts with. @default no values */
	values?: Values;
	/** What the submit button does. */
	submit: ( values: Values ) => Promise< Result >;
	/** What the notice says after the change. @default nothing */
	done?: string;
	onDone?: ( result: Result, values: Values ) => void;
	/** Whether the values stay after the change. @default false */
	keepsValues?: boolean;
	children?: ReactNode | ( ( fields: Fields< Values > ) => ReactNode );
}

/** The values of a form, and the change that it makes with them. */
export function useForm< Values extends object, Result >( {
	values: start = {} as Values,
	submit,
	done = '',
	onDone = () => {},
	keepsValues = false,
	children,
}: FormOptions< Values, Result > ) {
	const [ values, setValues ] = useState( start );
	const showNotice = useNotice();
	const { busy, error, run } = useTask( asError );
	const change = async () => {
		const result = await submit( values );
		if ( ! keepsValues ) {
			setValues( start );
		}
		if ( done !== '' ) {
			showNotice( done );
		}
		onDone( result, values );
	};
	const set = ( changed: Partial< Values > ) =>
		setValues( ( last ) => ( { ...last, ...changed } ) );
	const field: Fields< Values >[ 'field' ] = ( name ) => ( {
		name,
		value: values[ name ],
		onChange: ( value ) =>
			setValues( ( last ) => ( { ...last, [ name ]: value } ) ),
	} );
	const fields =
		typeof children === 'function'
			? children( { values, set, field } )
			: children;
	return { fields, submit: () => void run( change ), busy, error };
}
