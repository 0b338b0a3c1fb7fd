import { Button, Notice } from '@wordpress/components';
import type { Run } from '../../shared/wire.ts';
import { __, _n, sprintf } from '../i18n.ts';

interface Props {
	run: Run;
	/** Whether it failed and nothing has made up for it. */
	isOpen: boolean;
	/** Where the token is replaced, null for those who may not. */
	replaceUrl: string | null;
}

function keptChangesText( changes: number ): string {
	return sprintf(
		/* translators: %d: number of changes. */
		_n(
			'The %d change is kept. The next successful run includes it.',
			'The %d changes are kept. The next successful run includes them.',
			changes,
			'headless-deploy'
		),
		changes
	);
}

/** Says what went wrong with a run, or was odd about it, and what to do. */
export function RunNotice( { run, isOpen, replaceUrl }: Props ) {
	const { message, changes } = run;
	if ( message === '' ) {
		return null;
	}
	const isWaiting = isOpen || run.status === 'retrying';
	const canReplace = replaceUrl !== null;
	return (
		<Notice
			className="headless-deploy-notice"
			status={ run.symbol === 'bad' ? 'error' : 'warning' }
			isDismissible={ false }
			spokenMessage=""
		>
			<p>{ message }</p>
			{ isWaiting && changes > 0 && (
				<p>{ keptChangesText( changes ) }</p>
			) }
			{ isWaiting && canReplace && run.needsNewUrl && (
				<div className="headless-deploy-buttons">
					<Button
						variant="primary"
						size="compact"
						href={ replaceUrl }
					>
						{ __( 'Replace the webhook URL', 'headless-deploy' ) }
					</Button>
				</div>
			) }
		</Notice>
	);
}
