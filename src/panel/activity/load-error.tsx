import { Notice } from '@wordpress/components';
import { __ } from '../i18n.ts';
import { ActionButton } from '../components/action-button.tsx';

interface Props {
	/** The server's words. */
	error: string;
	/** @default false */
	busy?: boolean;
	/** Absent where the button that was pressed stands right above. */
	onRetry?: () => void;
}

/** Says why something could not be read, and asks again. */
export function LoadError( { error, busy = false, onRetry }: Props ) {
	return (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			<p>{ error }</p>
			{ onRetry !== undefined && (
				<div className="headless-deploy-buttons">
					<ActionButton compact busy={ busy } onClick={ onRetry }>
						{ __( 'Try again', 'headless-deploy' ) }
					</ActionButton>
				</div>
			) }
		</Notice>
	);
}
