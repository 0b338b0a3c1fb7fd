import { Notice } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { __, sprintf } from '../i18n.ts';
import { store as noticesStore } from '@wordpress/notices';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { deleteEnvironment } from '../live/api.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { useSave } from './use-save.ts';

interface Props {
	environment: EnvironmentSettings;
	onRemoved: () => void;
	/** Called when what was shown is old. */
	onStale: () => void;
	onCancel: () => void;
}

/**
 * Removes an environment and says so, only when it was removed.
 * @param environment
 * @param onRemoved
 */
function useRemoval( environment: EnvironmentSettings, onRemoved: () => void ) {
	const { id, etag, label } = environment;
	const { busy, error, save } = useSave();
	const { createSuccessNotice } = useDispatch( noticesStore );
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
	return { busy, error, remove };
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
	const { label } = environment;
	const { busy, error, remove } = useRemoval( environment, onRemoved );
	const cancel = () => {
		if ( error?.conflict ) {
			onStale();
		}
		onCancel();
	};
	return (
		<ConfirmModal
			/* translators: %s: name of an environment. */
			title={ sprintf( __( 'Remove %s?', 'headless-deploy' ), label ) }
			verb={ __( 'Remove', 'headless-deploy' ) }
			isDestructive
			busy={ busy }
			onConfirm={ () => void remove() }
			onCancel={ cancel }
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
		</ConfirmModal>
	);
}
