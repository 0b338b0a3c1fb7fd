import { __, _n, sprintf } from '../i18n.ts';
import { ConfirmModal } from './confirm-modal.tsx';

interface Props {
	/** Label of the environment. */
	environment: string;
	/** How many changes were counted here. */
	waiting: number;
	onConfirm: () => void;
	onCancel: () => void;
}

/**
 * Asks before a site sends that may be a copy: its runs would rebuild the front end of the original.
 */
export function MoveModal( {
	environment,
	waiting,
	onConfirm,
	onCancel,
}: Props ) {
	return (
		<ConfirmModal
			title={ sprintf(
				/* translators: %s: name of an environment. */
				__( 'Send to %s from this site?', 'headless-deploy' ),
				environment
			) }
			verb={ __( 'Send from here', 'headless-deploy' ) }
			onConfirm={ onConfirm }
			onCancel={ onCancel }
		>
			<p>
				{ __(
					'Do this when the site has moved to this address for good. From a copy, each change would rebuild the front end of the original.',
					'headless-deploy'
				) }
			</p>
			{ waiting > 0 && (
				<p>
					{ sprintf(
						/* translators: %d: number of changes. */
						_n(
							'The %d change that was counted here is sent then.',
							'The %d changes that were counted here are sent then.',
							waiting,
							'headless-deploy'
						),
						waiting
					) }
				</p>
			) }
		</ConfirmModal>
	);
}
