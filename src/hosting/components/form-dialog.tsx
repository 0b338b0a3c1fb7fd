import { Modal, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '../../ui/i18n.ts';
import { ActionButton } from './action-button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { FormError } from './fields.tsx';
import { useForm } from './use-form.ts';
import type { FormOptions } from './use-form.ts';

interface Props< Values, Result > extends FormOptions< Values, Result > {
	/** A question, or what is asked for. */
	title: string;
	/** The label of the button that confirms. */
	verb: string;
	/** The label of the button that keeps everything as it is. */
	keep?: string;
	onClose: () => void;
	/** @default false */
	isDestructive?: boolean;
	/** What the user has to type first, for what cannot be undone. */
	typedName?: string;
}

/** Asks for confirmation or values, then changes something at the host. Modal traps and returns the focus, and closes on Esc. */
export function FormDialog< Values extends object, Result >( {
	title,
	verb,
	keep = __( 'Cancel', 'headless-deploy' ),
	onClose,
	isDestructive = false,
	typedName = '',
	onDone = () => {},
	...options
}: Props< Values, Result > ) {
	const [ typed, setTyped ] = useState( '' );
	const { fields, submit, isPending, error } = useForm( {
		...options,
		onDone: ( result: Result, values: Values ) => {
			onClose();
			onDone( result, values );
		},
	} );
	const typeName = sprintf(
		/* translators: %s: name that the user has to type. */
		__( 'Type “%s” to confirm', 'headless-deploy' ),
		typedName
	);
	return (
		<Modal
			className="hd-dialog"
			size="small"
			title={ title }
			// The first field, else the button that keeps everything as it is.
			focusOnMount="firstContentElement"
			onRequestClose={ onClose }
		>
			<form
				className="hd-form"
				onSubmit={ ( event ) => {
					event.preventDefault();
					// React’s events also reach a form that the dialog’s button stands in.
					event.stopPropagation();
					if ( typed === typedName && ! isPending ) {
						submit();
					}
				} }
			>
				<FormError.Provider value={ error }>
					{ fields }
				</FormError.Provider>
				{ typedName !== '' && (
					<TextControl
						__nextHasNoMarginBottom
						__next40pxDefaultSize
						label={ typeName }
						value={ typed }
						onChange={ setTyped }
						autoComplete="off"
					/>
				) }
				<ErrorNotice error={ error } />
				<div className="hd-dialog__buttons">
					<ActionButton variant="tertiary" onClick={ onClose }>
						{ keep }
					</ActionButton>
					<ActionButton
						variant="primary"
						type="submit"
						isDestructive={ isDestructive }
						busy={ isPending }
						disabledReason={ typed === typedName ? '' : typeName }
					>
						{ verb }
					</ActionButton>
				</div>
			</form>
		</Modal>
	);
}
