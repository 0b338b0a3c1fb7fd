import { Modal, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import { __, sprintf } from '../i18n.ts';
import { ActionButton } from './action-button.tsx';
import { ErrorNotice } from './error-notice.tsx';

export interface ConfirmDialogProps {
	/** A question. */
	title: string;
	children: ReactNode;
	/** The label of the button that confirms. */
	verb: string;
	/** The label of the button that keeps everything as it is. */
	keep?: string;
	onConfirm: () => void;
	onClose: () => void;
	/** @default false */
	busy?: boolean;
	/** @default false */
	isDestructive?: boolean;
	/** What the user has to type first, for what cannot be undone. */
	typedName?: string;
	/** Why it failed. */
	error?: Error | null;
	/** The fields among the children, which show their own errors. */
	fields?: readonly string[];
}

/** Asks for confirmation. Modal traps the focus, closes on Esc and returns the focus. */
export function ConfirmDialog( {
	title,
	children,
	verb,
	keep = __( 'Cancel', 'headless-deploy' ),
	onConfirm,
	onClose,
	busy = false,
	isDestructive = false,
	typedName = '',
	error = null,
	fields = [],
}: ConfirmDialogProps ) {
	const [ typed, setTyped ] = useState( '' );
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
				onSubmit={ ( event ) => {
					event.preventDefault();
					if ( typed === typedName && ! busy ) {
						onConfirm();
					}
				} }
			>
				{ children }
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
				<ErrorNotice error={ error } fields={ fields } />
				<div className="hd-dialog__buttons">
					<ActionButton variant="tertiary" onClick={ onClose }>
						{ keep }
					</ActionButton>
					<ActionButton
						variant="primary"
						type="submit"
						isDestructive={ isDestructive }
						busy={ busy }
						disabledReason={ typed === typedName ? '' : typeName }
					>
						{ verb }
					</ActionButton>
				</div>
			</form>
		</Modal>
	);
}
