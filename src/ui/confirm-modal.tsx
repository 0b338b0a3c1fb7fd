import { Modal } from '@wordpress/components';
import type { ReactNode } from 'react';
import { __ } from './i18n.ts';
import { ActionButton } from './action-button.tsx';

interface Props {
	title: string;
	children: ReactNode;
	/** The label of the button that confirms. */
	verb: string;
	onConfirm: () => void;
	onCancel: () => void;
	/** @default false */
	busy?: boolean;
	/** @default false */
	isDestructive?: boolean;
}

/** Asks for confirmation. Modal traps the focus, closes on Esc and returns the focus. */
export function ConfirmModal( props: Props ) {
	const { title, children, verb, busy, isDestructive } = props;
	return (
		<Modal
			className="headless-deploy-modal"
			size="small"
			title={ title }
			onRequestClose={ props.onCancel }
		>
			{ children }
			<div className="headless-deploy-modal__buttons">
				<ActionButton variant="tertiary" onClick={ props.onCancel }>
					{ __( 'Cancel', 'headless-deploy' ) }
				</ActionButton>
				<ActionButton
					variant="primary"
					isDestructive={ isDestructive }
					busy={ busy }
					onClick={ props.onConfirm }
				>
					{ verb }
				</ActionButton>
			</div>
		</Modal>
	);
}
