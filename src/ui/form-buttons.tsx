import type { ReactNode } from 'react';
import { ActionButton } from './action-button.tsx';
import { __ } from './i18n.ts';

interface Props {
	label: string;
	busy: boolean;
	/** @default 'primary' */
	variant?: 'primary' | 'secondary';
	/** Whether there is nothing to send yet. */
	disabled?: boolean;
	/** Absent where there is nothing to go back to. */
	onCancel?: () => void;
	children?: ReactNode;
}

/** The buttons below a form. */
export function FormButtons( {
	label,
	busy,
	variant = 'primary',
	disabled = false,
	onCancel,
	children,
}: Props ) {
	return (
		<div className="headless-deploy-buttons">
			<ActionButton type="submit" { ...{ variant, busy, disabled } }>
				{ label }
			</ActionButton>
			{ onCancel && (
				<ActionButton variant="tertiary" onClick={ onCancel }>
					{ __( 'Cancel', 'headless-deploy' ) }
				</ActionButton>
			) }
			{ children }
		</div>
	);
}
