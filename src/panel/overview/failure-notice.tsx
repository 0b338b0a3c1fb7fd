import { Button, ExternalLink } from '@wordpress/components';
import { __ } from '../../ui/i18n.ts';
import {
	HiddenEnvironmentName,
	ActionButton,
} from '../../ui/action-button.tsx';
import { replaceUrlLabel } from '../../live/components/replace-url.ts';
import { sentences } from '../../live/labels/timed-text.ts';
import { LastingNotice } from '../../ui/notice.tsx';
import type { Problem } from '../../shared/wire.ts';

interface Props {
	problem: Problem;
	/** What this user can do about it; may be empty. */
	remedy: string;
	/** Where the webhook URL is replaced; null without the capability. */
	replaceUrl: string | null;
	/** URL of the log of the failed build; null if unknown. */
	logUrl: string | null;
	mayRetry: boolean;
	busy: boolean;
	onRetry: () => void;
}

/** Says why a run failed or is retried, or which warning a success has, and what to do next. */
export function FailureNotice( {
	problem,
	remedy,
	replaceUrl,
	logUrl,
	mayRetry,
	busy,
	onRetry,
}: Props ) {
	const { hostMessage } = problem;
	const replaces = problem.needsNewUrl && replaceUrl !== null;
	return (
		<LastingNotice
			status={ problem.severity }
			// The announcement of the status contains this text.
			spokenMessage=""
		>
			<p>{ sentences( problem.message, remedy ) }</p>
			{ hostMessage !== '' && (
				<p>
					{ __( 'Message from the host:', 'headless-deploy' ) }{ ' ' }
					<bdi>{ hostMessage }</bdi>
				</p>
			) }
			{ logUrl !== null && (
				<p>
					<ExternalLink href={ logUrl }>
						{ __( 'Build log', 'headless-deploy' ) }
						<HiddenEnvironmentName />
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
							{ replaceUrlLabel() }
							<HiddenEnvironmentName />
						</Button>
					) }
					{ mayRetry && (
						<ActionButton compact busy={ busy } onClick={ onRetry }>
							{ __( 'Retry', 'headless-deploy' ) }
						</ActionButton>
					) }
				</div>
			) }
		</LastingNotice>
	);
}
