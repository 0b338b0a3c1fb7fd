import { Modal } from '@wordpress/components';
import type { ReactNode } from 'react';
import { ActionButton, type ActionButtonProps } from './action-button.tsx';
import { __ } from './i18n.ts';

interface DialogButtonsProps extends Omit< ActionButtonProps, 'children' > {
	/** The label of the button that confirms. */
	verb: string;
	/** The label of the button that keeps everything as it is. @default “Cancel” */
	keep?: string | undefined;
	onCancel: () => void;
}

/** The buttons below a question: the first one keeps everything as it is, the other one confirms. */
export function DialogButtons( {
	verb,
	keep = __( 'Cancel', 'headless-deploy' ),
	onCancel,
	...confirm
}: DialogButtonsProps ) {
	return (
		<div className="headless-deploy-modal__buttons">
			<ActionButton variant="tertiary" onClick={ onCancel }>
				{ keep }
			</ActionButton>
			<ActionButton { ...confirm } variant="primary">
				{ verb }
			</ActionButton>
		</div>
	);
}

interface Props extends Pick<
	DialogButtonsProps,
	'verb' | 'onCancel' | 'busy' | 'isDestructive'
> {
	title: string;
	children: ReactNode;
	onConfirm: () => void;
}

/** Asks for confirmation. Modal traps the focus, closes on Esc and returns the focus. */
export function ConfirmModal( {
	title,
	children,
	onConfirm,
	...buttons
}: Props ) {
	return (
		<Modal
			className="headless-deploy-modal"
			size="small"
			title={ title }
			onRequestClose={ buttons.onCancel }
		>
			{ children }
			<DialogButtons onClick={ onConfirm } { ...buttons } />
		</Modal>
	);
}
