import {
	SelectControl,
	TextareaControl,
	TextControl,
} from '@wordpress/components';
import { useContext, useEffect, useRef } from '@wordpress/element';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { FormErrorContext, type FormFailure } from './form-error.tsx';

interface FieldProps< Value > {
	/** The name of the field in the request, as in FormFailure. */
	name: string;
	label: string;
	value: Value;
	onChange: ( value: Value ) => void;
	/** Shown below the field while it has no error. */
	hint?: ReactNode;
	required?: boolean;
	/** Where a heading says the same. @default false */
	hideLabelFromVision?: boolean;
}

/** The message about a field, which begins with the label of the form instead of the name in the request. */
function messageAbout( { message, field = '' }: FormFailure, label: string ) {
	const [ first ] = message.split( ' ', 1 );
	return first === field ? label + message.slice( field.length ) : message;
}

/** What the controls have in common: the form’s error about the field, which then takes the focus. */
function useControl< Element extends HTMLElement >( {
	name,
	label,
	hint,
}: Pick< FieldProps< string >, 'name' | 'label' | 'hint' > ) {
	const ref = useRef< Element >( null );
	const error = useContext( FormErrorContext );
	const isInvalid = error !== null && error.field === name;
	useEffect( () => {
		if ( isInvalid ) {
			ref.current?.focus();
		}
	}, [ isInvalid, error ] );
	return {
		className: isInvalid ? 'hd-field is-invalid' : 'hd-field',
		control: {
			__nextHasNoMarginBottom: true,
			ref: ref as RefObject< Element >,
			name,
			'aria-invalid': isInvalid,
			help: isInvalid ? messageAbout( error, label ) : hint,
		} as const,
	};
}

interface TextProps
	extends
		FieldProps< string >,
		Pick<
			ComponentProps< typeof TextControl >,
			'type' | 'autoComplete' | 'placeholder' | 'min' | 'max' | 'step'
		> {}

/** A line of text. */
export function TextField( {
	name,
	hint,
	type = 'text',
	...props
}: TextProps ) {
	const { label } = props;
	const { className, control } = useControl< HTMLInputElement >( {
		name,
		label,
		hint,
	} );
	return (
		<div className={ className }>
			<TextControl
				__next40pxDefaultSize
				autoComplete="off"
				type={ type }
				{ ...control }
				{ ...props }
			/>
		</div>
	);
}

interface TextAreaProps extends FieldProps< string > {
	rows: number;
}

/** Lines of code. */
export function CodeField( { name, hint, ...props }: TextAreaProps ) {
	const { label } = props;
	const { className, control } = useControl< HTMLTextAreaElement >( {
		name,
		label,
		hint,
	} );
	return (
		<div className={ `${ className } hd-code-field` }>
			<TextareaControl
				autoComplete="off"
				spellCheck={ false }
				{ ...control }
				{ ...props }
			/>
		</div>
	);
}

interface SelectProps< Value extends string > extends FieldProps< Value > {
	/** The values, with their labels where these differ. */
	options: readonly ( Value | { value: Value; label: string } )[];
}

/** One of several values. */
export function SelectField< Value extends string >( {
	name,
	hint,
	options,
	onChange,
	...props
}: SelectProps< Value > ) {
	const { label } = props;
	const { className, control } = useControl< HTMLSelectElement >( {
		name,
		label,
		hint,
	} );
	return (
		<div className={ className }>
			<SelectControl
				__next40pxDefaultSize
				{ ...control }
				{ ...props }
				options={ options.map( ( option ) =>
					typeof option === 'string'
						? { value: option, label: option }
						: option
				) }
				onChange={ ( value ) => onChange( value as Value ) }
			/>
		</div>
	);
}
