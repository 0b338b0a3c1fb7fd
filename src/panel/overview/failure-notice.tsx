import { Button, ExternalLink, Notice } from '@wordpress/components';
import { __ } from '../i18n.ts';
import { AboutWords } from '../components/about.tsx';
import { ActionButton } from '../components/action-button.tsx';
import { needsNewUrl } from '../labels/failure.ts';
import {
	noticeStatus,
	type Trouble,
	troubleInWords,
} from '../labels/trouble.ts';

interface Props {
	trouble: Trouble;
	/** Where its token is replaced, null for those who may not. */
	replaceUrl: string | null;
	/** Where the host shows the log of the build that failed, null where that is not known. */
	logUrl: string | null;
	mayRetry: boolean;
	busy: boolean;
	onRetry: () => void;
}

/**
 * Says why a run failed or is tried again, or what was odd about its success, and what to do next.
 */
export function FailureNotice( {
	trouble,
	replaceUrl,
	logUrl,
	mayRetry,
	busy,
	onRetry,
}: Props ) {
	const { hostSays } = trouble;
	const replaces = needsNewUrl( trouble ) && replaceUrl !== null;
	return (
		<Notice
			className="headless-deploy-notice"
			status={ noticeStatus( trouble ) }
			isDismissible={ false }
			// The state is announced, with these words.
			spokenMessage=""
		>
			<p>{ troubleInWords( trouble, replaceUrl !== null ) }</p>
			{ hostSays !== '' && (
				<p>
					{ __( 'The host says:', 'headless-deploy' ) }{ ' ' }
					<bdi>{ hostSays }</bdi>
				</p>
			) }
			{ logUrl !== null && (
				<p>
					<ExternalLink href={ logUrl }>
						{ __( 'Log of the build', 'headless-deploy' ) }
						<AboutWords />
					</ExternalLink>
				</p>
			) }
			{ ( replaces || mayRetry ) && (
				<div className="headless-deploy-buttons">
					{ replaces && (
						<Button
							variant="primary"
							size="compact"
							href={ replaceUrl }
						>
							{ __(
								'Replace the webhook URL',
								'headless-deploy'
							) }
							<AboutWords />
						</Button>
					) }
					{ mayRetry && (
						<ActionButton compact busy={ busy } onClick={ onRetry }>
							{ __( 'Try again', 'headless-deploy' ) }
						</ActionButton>
					) }
				</div>
			) }
		</Notice>
	);
}
