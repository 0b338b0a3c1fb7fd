import { TextControl } from '@wordpress/components';
import { LockedHint } from './locked-hint.tsx';
import { FieldError } from './field-error.tsx';
import { useSpokenError } from './use-spoken-error.ts';

interface Props {
	/** With its unit. */
	label: string;
	/** As typed. */
	value: string;
	onChange: ( value: string ) => void;
	min: number;
	max: number;
	help?: string;
	/** What is wrong with it, empty when nothing is. */
	error: string;
	/** The constant that sets it, null where it is set here. */
	lockedBy?: string | null;
}

/**
 * A field for a number with its error below it; what was typed stays, also when it is none.
 */
export function NumberField( props: Props ) {
	const { error, lockedBy = null, help } = props;
	useSpokenError( error );
	const usual = lockedBy === null ? help : <LockedHint by={ lockedBy } />;
	return (
		<TextControl
			__next40pxDefaultSize
			__nextHasNoMarginBottom
			type="number"
			className={
				error === '' ? undefined : 'headless-deploy-field has-error'
			}
			label={ props.label }
			value={ props.value }
			onChange={ props.onChange }
			min={ props.min }
			max={ props.max }
			step={ 1 }
			inputMode="numeric"
			autoComplete="off"
			disabled={ lockedBy !== null }
			aria-invalid={ error !== '' }
			help={ error === '' ? usual : <FieldError text={ error } /> }
		/>
	);
}
