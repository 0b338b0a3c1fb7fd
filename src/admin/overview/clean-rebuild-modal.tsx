import { __, _n, sprintf } from '../i18n.ts';
import { ConfirmModal } from '../parts/confirm-modal.tsx';

interface Props {
	/** Label of the environment. */
	environment: string;
	/** How many changes wait. */
	waiting: number;
	onConfirm: () => void;
	onCancel: () => void;
}

/**
 * Asks before a Clean Rebuild, and says what it costs.
 *
 * @param props
 * @param props.environment
 * @param props.waiting
 * @param props.onConfirm
 * @param props.onCancel
 */
export function CleanRebuildModal( {
	environment,
	waiting,
	onConfirm,
	onCancel,
}: Props ) {
	const goesAlong = sprintf(
		/* translators: %d: number of changes. */
		_n(
			'The %d change that is waiting goes out with it.',
			'The %d changes that are waiting go out with it.',
			waiting,
			'headless-deploy'
		),
		waiting
	);
	return (
		<ConfirmModal
			title={ sprintf(
				/* translators: %s: name of an environment. */
				__( 'Clean Rebuild of %s?', 'headless-deploy' ),
				environment
			) }
			verb={ __( 'Clean Rebuild', 'headless-deploy' ) }
			onConfirm={ onConfirm }
			onCancel={ onCancel }
		>
			<p>
				{ __(
					'Builds the site from nothing. The framework’s cached files are thrown away first, so this build takes longer.',
					'headless-deploy'
				) }
			</p>
			<p>
				{ __( 'The site stays online meanwhile.', 'headless-deploy' ) }{ ' ' }
				{ waiting > 0 && goesAlong }
			</p>
			<p className="headless-deploy-secondary">
				{ __(
					'Needed after a change of dependencies or when pages stay old after a Rebuild. In all other cases Rebuild is enough.',
					'headless-deploy'
				) }
			</p>
		</ConfirmModal>
	);
}
