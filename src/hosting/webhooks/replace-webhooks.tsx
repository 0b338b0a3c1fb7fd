import type { ComponentProps } from 'react';
import { HostFormDialog } from '../client/changes.tsx';
import type { WebhookSummary } from '../../shared/platform-api.generated.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { useTimeLabel } from '../../ui/time.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { lastCallTime } from './webhook-calls.ts';

const WEBHOOKS =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks';

interface ButtonProps extends Omit<
	ComponentProps< typeof HostFormDialog< object, unknown > >,
	'onClose' | 'children'
> {
	summary: WebhookSummary;
	text: string;
}

/** Asks before all three URLs stop working. */
function ReplaceButton( { summary, text, ...dialog }: ButtonProps ) {
	const timeLabel = useTimeLabel();
	const { verb, isDestructive = false } = dialog;
	const lastCall = lastCallTime( summary );
	/* translators: %s: time. */
	const lastCalled = __( 'A URL was last called at %s.', 'headless-deploy' );
	return (
		<DialogButton label={ verb } isDestructive={ isDestructive }>
			{ ( onClose ) => (
				<HostFormDialog { ...dialog } onClose={ onClose }>
					<p>{ text }</p>
					{ lastCall !== null && (
						<p>
							{ sprintf(
								lastCalled,
								timeLabel( lastCall, 'today' )
							) }
						</p>
					) }
				</HostFormDialog>
			) }
		</DialogButton>
	);
}

interface Props {
	path: EnvironmentPath;
	summary: WebhookSummary;
	onDone: () => void;
}

/** What replaces all three URLs at once, because they share one token. */
export function ReplaceWebhooks( { path, ...props }: Props ) {
	const { site } = useHost();
	const params = { path: { ...path } };
	const isConnected = site !== null && site.find( path ) !== null;
	return (
		<div className="hd-buttons">
			<ReplaceButton
				{ ...props }
				title={ __( 'Regenerate all three URLs?', 'headless-deploy' ) }
				text={
					isConnected
						? __(
								'The current URLs stop working immediately. This site gets a new URL at once. CI jobs and other sites are rejected until you paste a new URL there.',
								'headless-deploy'
							)
						: __(
								'The current URLs stop working immediately. WordPress, CI jobs and schedules are rejected until you paste a new URL there.',
								'headless-deploy'
							)
				}
				change={ ( client ) =>
					client.POST( `${ WEBHOOKS }:regenerate`, { params } )
				}
				verb={ __( 'Regenerate all', 'headless-deploy' ) }
				keep={ __( 'Keep the current URLs', 'headless-deploy' ) }
				done={ __(
					'URLs regenerated. The old URLs no longer work.',
					'headless-deploy'
				) }
			/>
			<ReplaceButton
				{ ...props }
				isDestructive
				title={ __( 'Delete all three URLs?', 'headless-deploy' ) }
				text={ __(
					'They stop working immediately. WordPress cannot deploy to this environment until you create new URLs.',
					'headless-deploy'
				) }
				change={ ( client ) => client.DELETE( WEBHOOKS, { params } ) }
				verb={ __( 'Delete all', 'headless-deploy' ) }
				keep={ __( 'Keep the URLs', 'headless-deploy' ) }
				done={ __( 'URLs deleted.', 'headless-deploy' ) }
			/>
		</div>
	);
}
