import { Modal, Notice } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { __, sprintf } from '../i18n.ts';
import { store as noticesStore } from '@wordpress/notices';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { deleteEnvironment } from '../live/api.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { useSave } from './use-save.ts';

interface Props {
	environment: EnvironmentSettings;
	onRemoved: () => void;
	/** Called when what was shown is old. */
	onStale: () => void;
	onCancel: () => void;
}

/**
 * Asks before a connection is removed.
 *
 * @param props
 * @param props.environment
 * @param props.onRemoved
 * @param props.onStale
 * @param props.onCancel
 */
export function RemoveModal( {
	environment,
	onRemoved,
	onStale,
	onCancel,
}: Props ) {
	const { id, etag, label } = environment;
	const { busy, error, save } = useSave();
	const { createSuccessNotice } = useDispatch( noticesStore );
	const cancel = () => {
		if ( error?.conflict ) {
			onStale();
		}
		onCancel();
	};
	const remove = () =>
		save( async () => {
			await deleteEnvironment( id, etag );
			createSuccessNotice(
				/* translators: %s: name of an environment. */
				sprintf( __( '%s was removed.', 'headless-deploy' ), label ),
				{ type: 'snackbar' }
			);
			onRemoved();
		} );
	return (
		<Modal
			className="headless-deploy-modal"
			size="small"
			/* translators: %s: name of an environment. */
			title={ sprintf( __( 'Remove %s?', 'headless-deploy' ), label ) }
			onRequestClose={ cancel }
		>
			<p>
				{ __(
					'Its token is deleted here, and nothing is sent to it any more. The front end itself stays as it is, and the webhook goes on existing in the portal.',
					'headless-deploy'
				) }
			</p>
			{ error && (
				<Notice
					className="headless-deploy-notice"
					status="error"
					isDismissible={ false }
				>
					{ error.message }
				</Notice>
			) }
			<div className="headless-deploy-modal__buttons">
				<ActionButton variant="tertiary" onClick={ cancel }>
					{ __( 'Cancel', 'headless-deploy' ) }
				</ActionButton>
				<ActionButton
					variant="primary"
					isDestructive
					busy={ busy }
					onClick={ () => void remove() }
				>
					{ __( 'Remove', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</Modal>
	);
}
