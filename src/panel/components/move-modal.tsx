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
				__( 'Deploy to %s from this site?', 'headless-deploy' ),
				environment
			) }
			verb={ __( 'Deploy from this site', 'headless-deploy' ) }
			onConfirm={ onConfirm }
			onCancel={ onCancel }
		>
			<p>
				{ __(
					'Continue only if the site has moved permanently to this address. On a copy, each change would rebuild the original’s front end.',
					'headless-deploy'
				) }
			</p>
			{ waiting > 0 && (
				<p>
					{ sprintf(
						/* translators: %d: number of changes. */
						_n(
							'This deploys the %d change that was saved here.',
							'This deploys the %d changes that were saved here.',
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
