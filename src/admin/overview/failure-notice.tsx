import { Button, Notice } from '@wordpress/components';
import { __ } from '../i18n.ts';
import type { Delivery } from '../../shared/wire.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { needsNewUrl } from '../words/failure.ts';

interface Props {
	/** The run. */
	delivery: Delivery;
	/** Where its token is replaced, null for those who may not. */
	replaceUrl: string | null;
	mayRetry: boolean;
	busy: boolean;
	onRetry: () => void;
}

/**
 * Says why a run failed, or what was odd about its success, and what to do next.
 *
 * @param props
 * @param props.delivery
 * @param props.replaceUrl
 * @param props.mayRetry
 * @param props.busy
 * @param props.onRetry
 */
export function FailureNotice( {
	delivery,
	replaceUrl,
	mayRetry,
	busy,
	onRetry,
}: Props ) {
	const replaces = needsNewUrl( delivery ) && replaceUrl !== null;
	return (
		<Notice
			className="headless-deploy-notice"
			status={ delivery.state === 'failed' ? 'error' : 'warning' }
			isDismissible={ false }
			// The state is announced, with these words.
			spokenMessage=""
		>
			<p>{ delivery.message }</p>
			{ delivery.response !== null &&
				delivery.response.message !== '' && (
					<p>
						{ __( 'The host says:', 'headless-deploy' ) }{ ' ' }
						<bdi>{ delivery.response.message }</bdi>
					</p>
				) }
			<div className="headless-deploy-buttons">
				{ replaces && (
					<Button
						variant="primary"
						size="compact"
						href={ replaceUrl }
					>
						{ __( 'Replace the token', 'headless-deploy' ) }
					</Button>
				) }
				{ mayRetry && (
					<ActionButton compact busy={ busy } onClick={ onRetry }>
						{ __( 'Try again', 'headless-deploy' ) }
					</ActionButton>
				) }
			</div>
		</Notice>
	);
}
