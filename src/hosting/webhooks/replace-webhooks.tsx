import type { WebhookSummary } from '../../shared/platform-api.generated.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { ChangeDialog } from '../components/change-dialog.tsx';
import { useTimeLabel } from '../components/time.tsx';
import { __, sprintf } from '../i18n.ts';
import { lastCallTime } from './webhook-calls.ts';

const WEBHOOKS =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks';

function words( action: Props[ 'action' ] ) {
	return action === 'regenerate'
		? {
				title: __( 'Regenerate all three URLs?', 'headless-deploy' ),
				text: __(
					'The current URLs stop working immediately. WordPress, CI jobs and schedules are rejected until you paste a new URL there.',
					'headless-deploy'
				),
				keep: __( 'Keep the current URLs', 'headless-deploy' ),
				verb: __( 'Regenerate all', 'headless-deploy' ),
				done: __(
					'URLs regenerated. The old URLs no longer work.',
					'headless-deploy'
				),
			}
		: {
				title: __( 'Delete all three URLs?', 'headless-deploy' ),
				text: __(
					'They stop working immediately. WordPress cannot deploy to this environment until you create new URLs.',
					'headless-deploy'
				),
				keep: __( 'Keep the URLs', 'headless-deploy' ),
				verb: __( 'Delete all', 'headless-deploy' ),
				done: __( 'URLs deleted.', 'headless-deploy' ),
			};
}

interface Props {
	path: EnvironmentPath;
	summary: WebhookSummary;
	action: 'regenerate' | 'delete';
	onDone: () => void;
	onClose: () => void;
}

/** Asks before all three URLs stop working. */
export function ReplaceWebhooks( {
	path,
	summary,
	action,
	onDone,
	onClose,
}: Props ) {
	const timeLabel = useTimeLabel();
	const { text, ...labels } = words( action );
	const params = { path: { ...path } };
	const lastCall = lastCallTime( summary );
	/* translators: %s: time. */
	const lastCalled = __( 'A URL was last called at %s.', 'headless-deploy' );
	return (
		<ChangeDialog
			{ ...labels }
			isDestructive={ action === 'delete' }
			change={ ( client ) =>
				action === 'delete'
					? client.DELETE( WEBHOOKS, { params } )
					: client.POST( `${ WEBHOOKS }:regenerate`, { params } )
			}
			onDone={ onDone }
			onClose={ onClose }
		>
			<p>{ text }</p>
			{ lastCall !== null && (
				<p>{ sprintf( lastCalled, timeLabel( lastCall ) ) }</p>
			) }
		</ChangeDialog>
	);
}
