import { Button } from '@wordpress/components';
import type { ReactNode } from 'react';
import { __ } from '../../ui/i18n.ts';
import { ActionButton } from '../../ui/action-button.tsx';

interface Props {
	label: string;
	busy: boolean;
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
	disabled = false,
	onCancel,
	children,
}: Props ) {
	return (
		<div className="headless-deploy-buttons">
			<Button
				type="submit"
				variant="primary"
				__next40pxDefaultSize
				isBusy={ busy }
				disabled={ busy || disabled }
				accessibleWhenDisabled
			>
				{ label }
			</Button>
			{ onCancel && (
				<ActionButton variant="tertiary" onClick={ onCancel }>
					{ __( 'Cancel', 'headless-deploy' ) }
				</ActionButton>
			) }
			{ children }
		</div>
	);
}
