import { Notice } from '@wordpress/components';
import { __ } from '../i18n.ts';
import { ActionButton } from '../parts/action-button.tsx';

interface Props {
	busy: boolean;
	onShowNewer: () => void;
	onSaveMine: () => void;
}

/**
 * Says that somebody else saved first, and asks what shall count.
 *
 * @param props
 * @param props.busy
 * @param props.onShowNewer
 * @param props.onSaveMine
 */
export function ConflictNotice( { busy, onShowNewer, onSaveMine }: Props ) {
	return (
		<Notice
			className="headless-deploy-notice"
			status="warning"
			isDismissible={ false }
		>
			<p>
				<strong>
					{ __(
						'Not saved: somebody changed these settings meanwhile.',
						'headless-deploy'
					) }
				</strong>{ ' ' }
				{ __(
					'Your changes are still here. Nothing was overwritten.',
					'headless-deploy'
				) }
			</p>
			<div className="headless-deploy-buttons">
				<ActionButton compact disabled={ busy } onClick={ onShowNewer }>
					{ __( 'Show the newer settings', 'headless-deploy' ) }
				</ActionButton>
				<ActionButton compact busy={ busy } onClick={ onSaveMine }>
					{ __( 'Save mine over them', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</Notice>
	);
}
