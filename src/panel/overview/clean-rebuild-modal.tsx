import { createInterpolateElement } from '@wordpress/element';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { changeCount } from '../../live/labels/change-count.ts';
import { cleanRebuildQuestion } from '../../ui/rebuild-labels.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { roughDuration, useTypicalDuration } from './use-typical-duration.ts';

interface Props {
	/** Id of the environment. */
	id: string;
	/** Its label. */
	environment: string;
	/** Number of pending changes. */
	pendingChanges: number;
	onConfirm: () => void;
	onCancel: () => void;
}

/** Says how long it takes, with the usual durations if the log contains them. */
function Cost( {
	cleanMs,
	rebuildMs,
}: {
	cleanMs: number | null;
	rebuildMs: number | null;
} ) {
	if ( cleanMs === null ) {
		return (
			<p>
				{ __(
					'Deletes the build cache and rebuilds the front end from scratch. This takes longer than a Rebuild.',
					'headless-deploy'
				) }
			</p>
		);
	}
	const sentence =
		rebuildMs === null
			? /* translators: 1: a span of time, for example “6 min”. */
				__(
					'Deletes the build cache and rebuilds the front end from scratch. This takes longer than a Rebuild: <strong>about %1$s</strong>.',
					'headless-deploy'
				)
			: /* translators: 1: a span of time, for example “6 min”, 2: how long a Rebuild takes, for example “2 min”. */
				__(
					'Deletes the build cache and rebuilds the front end from scratch. This takes longer than a Rebuild: <strong>about %1$s</strong> instead of %2$s.',
					'headless-deploy'
				);
	return (
		<p>
			{ createInterpolateElement(
				sprintf(
					sentence,
					roughDuration( cleanMs ),
					roughDuration( rebuildMs ?? 0 )
				),
				{ strong: <strong /> }
			) }
		</p>
	);
}

/** Asks for confirmation of a Clean Rebuild, and says how long it takes. */
export function CleanRebuildModal( props: Props ) {
	const { id, environment, pendingChanges, onConfirm, onCancel } = props;
	const typicalDuration = useTypicalDuration( id, true );
	const includedText = sprintf(
		/* translators: %s: number of changes. */
		_n(
			'It includes the %s pending change.',
			'It includes the %s pending changes.',
			pendingChanges,
			'headless-deploy'
		),
		changeCount( pendingChanges )
	);
	return (
		<ConfirmModal
			title={ cleanRebuildQuestion( environment ) }
			verb={ __( 'Clean Rebuild', 'headless-deploy' ) }
			onConfirm={ onConfirm }
			onCancel={ onCancel }
		>
			<Cost
				cleanMs={ typicalDuration( 'cleanRebuild' ) }
				rebuildMs={ typicalDuration( 'rebuild' ) }
			/>
			<p>
				{ __(
					'The front end stays online during the build.',
					'headless-deploy'
				) }{ ' ' }
				{ pendingChanges > 0 && includedText }
			</p>
			<p className="headless-deploy-secondary">
				{ __(
					'Use it if dependencies changed or pages are still outdated after a Rebuild. Otherwise, Rebuild is enough.',
					'headless-deploy'
				) }
			</p>
		</ConfirmModal>
	);
}
