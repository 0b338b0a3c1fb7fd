import { Notice } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { __, sprintf } from '../i18n.ts';
import type { Schedule } from '../../shared/wire.ts';
import { useSave } from '../connections/use-save.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { deleteSchedule } from './api.ts';

interface Props {
	schedule: Schedule;
	onRemoved: () => void;
	/** Called when what was shown is old. */
	onStale: () => void;
	onCancel: () => void;
}

/**
 * Asks before a schedule is removed.
 *
 * @param props
 * @param props.schedule
 * @param props.onRemoved
 * @param props.onStale
 * @param props.onCancel
 */
export function RemoveScheduleModal( props: Props ) {
	const { schedule, onRemoved, onStale, onCancel } = props;
	const { id, etag, label } = schedule;
	const { busy, error, save } = useSave();
	const { createSuccessNotice } = useDispatch( noticesStore );
	const remove = () =>
		save( async () => {
			await deleteSchedule( id, etag );
			createSuccessNotice(
				/* translators: %s: name of a schedule. */
				sprintf( __( '“%s” was removed.', 'headless-deploy' ), label ),
				{ type: 'snackbar' }
			);
			onRemoved();
		} );
	return (
		<ConfirmModal
			/* translators: %s: name of a schedule. */
			title={ sprintf( __( 'Remove “%s”?', 'headless-deploy' ), label ) }
			verb={ __( 'Remove', 'headless-deploy' ) }
			isDestructive
			busy={ busy }
			onConfirm={ () => void remove() }
			onCancel={ () => {
				if ( error !== null ) {
					onStale();
				}
				onCancel();
			} }
		>
			<p>
				{ __(
					'It runs no more. Changes in WordPress are sent as before.',
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
