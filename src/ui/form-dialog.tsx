import { Modal, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from './i18n.ts';
import { DialogButtons } from './confirm-modal.tsx';
import { FormError, FormErrorContext } from './form-error.tsx';
import { useForm } from './use-form.ts';
import type { FormOptions } from './use-form.ts';

export interface FormDialogProps< Values, Result > extends FormOptions<
	Values,
	Result
> {
	/** A question, or what is asked for. */
	title: string;
	/** The label of the button that confirms. */
	verb: string;
	/** The label of the button that keeps everything as it is. @default “Cancel” */
	keep?: string;
	onClose: () => void;
	/** @default false */
	isDestructive?: boolean;
	/** What the user has to type first, for what cannot be undone. */
	typedName?: string;
}

/** Asks for confirmation or values, then changes something. Modal traps and returns the focus, and closes on Esc. */
export function FormDialog< Values extends object, Result >( {
	title,
	verb,
	keep,
	onClose,
	isDestructive = false,
	typedName = '',
	onDone = () => {},
	...options
}: FormDialogProps< Values, Result > ) {
	const [ typed, setTyped ] = useState( '' );
	const { fields, submit, busy, error } = useForm( {
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
					if ( typed === typedName ) {
						submit();
					}
				} }
			>
				<FormErrorContext.Provider value={ error }>
					{ fields }
				</FormErrorContext.Provider>
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
				<FormError error={ error } />
				<DialogButtons
					{ ...{ verb, keep, busy, isDestructive } }
					type="submit"
					onCancel={ onClose }
					disabled={ typed !== typedName }
					description={ typed === typedName ? '' : typeName }
				/>
			</form>
		</Modal>
	);
}
