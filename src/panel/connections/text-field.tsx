import { Icon, TextControl } from '@wordpress/components';
import { useEffect } from '@wordpress/element';
import { error as errorIcon } from '@wordpress/icons';
import { speak } from '@wordpress/a11y';
import type { ReactNode } from 'react';
import { LockedHint } from '../automation/locked-hint.tsx';
import { useFocus } from '../components/use-focus.ts';

interface Props {
	label: string;
	value: string;
	onChange: ( value: string ) => void;
	help?: ReactNode;
	/** What is wrong with it, empty when nothing is. */
	error?: string;
	placeholder?: string;
	/** @default false */
	isUrl?: boolean;
	/** Whether what is typed is hidden from those who look over a shoulder. */
	isSecret?: boolean;
	/** The PHP constant that decides its value, null when it is set here. */
	lockedBy?: string | null;
	/** Whether the field takes the focus when it appears; a number that grows asks again. */
	focusOnMount?: boolean | number;
}

function FieldError( { text }: { text: string } ) {
	return (
		<span className="headless-deploy-field__error">
			<Icon icon={ errorIcon } size={ 20 } />
			<span>{ text }</span>
		</span>
	);
}

function helpOf( { help, error, lockedBy }: Props ): ReactNode {
	if ( lockedBy ) {
		return <LockedHint by={ lockedBy } />;
	}
	return error ? <FieldError text={ error } /> : help;
}

/** What a browser has to know of a kind of text. */
function kindOf( { isUrl, isSecret }: Props ) {
	if ( isSecret ) {
		return {
			type: 'password' as const,
			autoComplete: 'new-password',
			dir: 'ltr',
		};
	}
	return isUrl ? { inputMode: 'url' as const, dir: 'ltr' } : {};
}

/** A text field with its error below it; what was typed stays. */
export function TextField( props: Props ) {
	const { label, value, onChange, error = '', placeholder } = props;
	const input = useFocus< HTMLInputElement >( props.focusOnMount ?? false );
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
			disabled={ Boolean( props.lockedBy ) }
			aria-invalid={ error !== '' }
			autoComplete="off"
			spellCheck={ false }
			{ ...kindOf( props ) }
			help={ helpOf( props ) }
		/>
	);
}
