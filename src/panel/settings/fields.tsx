import { Icon, TextControl } from '@wordpress/components';
import { useEffect } from '@wordpress/element';
import { error as errorIcon, lock } from '@wordpress/icons';
import { speak } from '@wordpress/a11y';
import type { ClipboardEvent, ReactNode } from 'react';
import { __, sprintf } from '../../ui/i18n.ts';
import { useFocus } from '../../ui/use-focus.ts';
import { useSpokenChanges } from '../../ui/use-spoken-changes.ts';

/** Says which constant of wp-config.php sets a field. */
export function LockedHint( { by }: { by: string } ) {
	return (
		<span className="headless-deploy-locked">
			<Icon icon={ lock } size={ 16 } />
			<span>
				{ sprintf(
					/* translators: %s: name of a PHP constant. */
					__(
						'Set in wp-config.php by %s. Change it there.',
						'headless-deploy'
					),
					by
				) }
			</span>
		</span>
	);
}

interface FieldProps {
	label: string;
	/** As typed; an invalid entry stays. */
	value: string;
	onChange: ( value: string ) => void;
	help?: ReactNode;
	/** Empty if the entry is valid. */
	error?: string;
	/** The PHP constant that sets the value; null if the user does. */
	lockedBy?: string | null;
}

function helpOf( { help, error, lockedBy }: FieldProps ): ReactNode {
	if ( lockedBy ) {
		return <LockedHint by={ lockedBy } />;
	}
	return error ? (
		<span className="headless-deploy-field__error">
			<Icon icon={ errorIcon } size={ 20 } />
			<span>{ error }</span>
		</span>
	) : (
		help
	);
}

function controlProps( props: FieldProps ) {
	const { label, value, onChange, error = '', lockedBy } = props;
	return {
		__next40pxDefaultSize: true,
		__nextHasNoMarginBottom: true,
		className: error === '' ? undefined : 'headless-deploy-field has-error',
		label,
		value,
		onChange,
		disabled: Boolean( lockedBy ),
		'aria-invalid': error !== '',
		help: helpOf( props ),
	} as const;
}

/**
 * Joins the lines of a pasted curl command, which WordPress takes the URL from. Browsers remove line ends from a text
 * field and leave the backslashes before them.
 *
 * @return Null if the text is not a curl command of several lines.
 */
function joinedCommand( text: string ): string | null {
	const command = text.trim();
	return /^(?:[$>#]\s*)?curl(?:\.exe)?\s/i.test( command ) &&
		/[\r\n]/.test( command )
		? command.replace( /[\\^`]?\r?\n\s*/g, ' ' )
		: null;
}

interface TextFieldProps extends FieldProps {
	placeholder?: string;
	/** @default false */
	isUrl?: boolean;
	/** Whether the entry is hidden like a password. */
	isSecret?: boolean;
	/** Whether the field takes the focus when it appears. */
	focusOnMount?: boolean;
}

function inputProps( { isUrl, isSecret, onChange }: TextFieldProps ) {
	if ( isSecret ) {
		return {
			type: 'password' as const,
			autoComplete: 'new-password',
			dir: 'ltr',
		};
	}
	if ( ! isUrl ) {
		return {};
	}
	const onPaste = ( event: ClipboardEvent ) => {
		const command = joinedCommand( event.clipboardData.getData( 'text' ) );
		if ( command !== null ) {
			event.preventDefault();
			onChange( command );
		}
	};
	return { inputMode: 'url' as const, dir: 'ltr', onPaste };
}

/** A text field that takes the focus when the server rejects its value. */
export function TextField( props: TextFieldProps ) {
	const { error = '', placeholder, focusOnMount = false } = props;
	const input = useFocus< HTMLInputElement >( focusOnMount );
	useEffect( () => {
		if ( error !== '' ) {
			input.current?.focus();
			speak( error, 'assertive' );
		}
	}, [ error, input ] );
	return (
		<TextControl
			ref={ input }
			placeholder={ placeholder }
			autoComplete="off"
			spellCheck={ false }
			{ ...controlProps( props ) }
			{ ...inputProps( props ) }
		/>
	);
}

export function NumberField(
	props: FieldProps & { min: number; max: number }
) {
	// It is checked while the user types.
	useSpokenChanges( props.error ?? '' );
	return (
		<TextControl
			type="number"
			min={ props.min }
			max={ props.max }
			step={ 1 }
			inputMode="numeric"
			autoComplete="off"
			{ ...controlProps( props ) }
		/>
	);
}

/** The value is `HH:MM`. */
export function TimeField( props: FieldProps ) {
	useSpokenChanges( props.error ?? '' );
	return <TextControl type="time" { ...controlProps( props ) } />;
}
