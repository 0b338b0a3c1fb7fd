import { Icon, TextControl } from '@wordpress/components';
import { useEffect } from '@wordpress/element';
import { error as errorIcon } from '@wordpress/icons';
import { speak } from '@wordpress/a11y';
import { useFocus } from '../parts/use-focus.ts';

interface Props {
	label: string;
	value: string;
	onChange: ( value: string ) => void;
	help?: string;
	/** What is wrong with it, empty when nothing is. */
	error?: string;
	placeholder?: string;
	/** @default false */
	isUrl?: boolean;
	/** Whether the field takes the focus when it appears. */
	focusOnMount?: boolean;
}

function FieldError( { words }: { words: string } ) {
	return (
		<span className="headless-deploy-field__error">
			<Icon icon={ errorIcon } size={ 20 } />
			<span>{ words }</span>
		</span>
	);
}

/**
 * A text field with its error below it; what was typed stays.
 *
 * @param props              See Props.
 * @param props.label
 * @param props.value
 * @param props.onChange
 * @param props.help
 * @param props.error
 * @param props.placeholder
 * @param props.isUrl
 * @param props.focusOnMount
 */
export function TextField( {
	label,
	value,
	onChange,
	help,
	error = '',
	placeholder,
	isUrl = false,
	focusOnMount = false,
}: Props ) {
	const input = useFocus< HTMLInputElement >( focusOnMount );
	useEffect( () => {
		if ( error !== '' ) {
			input.current?.focus();
			speak( error, 'assertive' );
		}
	}, [ error, input ] );
	return (
		<TextControl
			__next40pxDefaultSize
			__nextHasNoMarginBottom
			ref={ input }
			className={
				error === '' ? undefined : 'headless-deploy-field has-error'
			}
			label={ label }
			value={ value }
			onChange={ onChange }
			placeholder={ placeholder }
			aria-invalid={ error !== '' }
			autoComplete="off"
			spellCheck={ false }
			{ ...( isUrl ? { inputMode: 'url' as const, dir: 'ltr' } : {} ) }
			help={ error === '' ? help : <FieldError words={ error } /> }
		/>
	);
}
