import { TextControl } from '@wordpress/components';
import { FieldError } from './field-error.tsx';
import { useSpokenError } from './use-spoken-error.ts';

interface Props {
	label: string;
	/** `HH:MM`. */
	value: string;
	onChange: ( value: string ) => void;
	/** What is wrong with it, empty when nothing is. */
	error: string;
}

/** A field for a time of day, with its error below it. */
export function TimeField( { label, value, onChange, error }: Props ) {
	useSpokenError( error );
	return (
		<TextControl
			__next40pxDefaultSize
			__nextHasNoMarginBottom
			type="time"
			className={
				error === '' ? undefined : 'headless-deploy-field has-error'
			}
			label={ label }
			value={ value }
			onChange={ onChange }
			aria-invalid={ error !== '' }
			help={ error === '' ? undefined : <FieldError text={ error } /> }
		/>
	);
}
