import { Button } from '@wordpress/components';
import { __ } from '../i18n.ts';
import { ActionButton } from '../components/action-button.tsx';

interface Props {
	/** The verb. */
	label: string;
	busy: boolean;
	/** Whether there is nothing to send yet. */
	disabled?: boolean;
	/** Absent where there is nothing to go back to. */
	onCancel?: () => void;
	/** @default 'Cancel' */
	cancelLabel?: string;
}

/** The buttons below a form. */
export function FormButtons( {
	label,
	busy,
	disabled = false,
	onCancel,
	cancelLabel = __( 'Cancel', 'headless-deploy' ),
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
					{ cancelLabel }
				</ActionButton>
			) }
		</div>
	);
}
