import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostQuery } from '../client/queries.ts';
import { Box } from '../components/box.tsx';
import { Icon } from '../components/icon.tsx';
import { DropZone } from '../upload/upload-area.tsx';
import { __ } from '../i18n.ts';
import type {
	EnvironmentSummary,
	WebhookSummary,
} from '../../shared/platform-api.generated.ts';
import { lastCallTime } from '../webhooks/webhook-calls.ts';
import { ConnectSite } from './connect-site.tsx';

interface Props {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
}

interface StepProps {
	title: string;
	isDone: boolean;
	children: ReactNode;
}

function Step( { title, isDone, children }: StepProps ) {
	return (
		<li className="hd-todo">
			<h3>
				<Icon name={ isDone ? 'live' : 'nothing' } /> { title }{ ' ' }
				{ isDone && (
					<span className="screen-reader-text">
						{ __( '(done)', 'headless-deploy' ) }
					</span>
				) }
			</h3>
			{ ! isDone && children }
		</li>
	);
}

function useWebhooks( path: EnvironmentPath ): WebhookSummary | undefined {
	const { has } = useHost();
	return useHostQuery( {
		operation: 'readWebhookSummary',
		topics: [ 'webhooks' ],
		key: { ...path },
		read: ( client, signal ) =>
			client.GET(
				'/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks/summary',
				{ params: { path: { ...path } }, signal }
			),
		enabled: has( 'readWebhookSummary' ),
	} ).data;
}

function ConnectStep( {
	path,
	webhooks,
}: {
	path: EnvironmentPath;
	webhooks: WebhookSummary | undefined;
} ) {
	const { connectSite } = useHost();
	return (
		<Step
			title={ __( 'Connect WordPress', 'headless-deploy' ) }
			isDone={
				webhooks !== undefined && lastCallTime( webhooks ) !== null
			}
		>
			{ connectSite ? (
				<ConnectSite path={ path } connectSite={ connectSite } />
			) : (
				<p className="hd-muted">
					{ __(
						'In wp-admin, open Headless Deploy → Connections and paste a webhook URL. From then on, changes in WordPress are deployed.',
						'headless-deploy'
					) }
				</p>
			) }
		</Step>
	);
}

/** What is left to do until changes in WordPress are deployed to a new environment. */
export function NextSteps( { path, summary }: Props ) {
	const { has, mayWrite, connectSite } = useHost();
	const webhooks = useWebhooks( path );
	const hasCode = summary.buildCount > 0;
	const isConnected =
		webhooks !== undefined && lastCallTime( webhooks ) !== null;
	if ( ! mayWrite( path.account ) || ( hasCode && isConnected ) ) {
		return null;
	}
	return (
		<Box title={ __( 'Next steps', 'headless-deploy' ) }>
			<ol>
				<Step
					title={ __( 'Upload the code', 'headless-deploy' ) }
					isDone={ hasCode }
				>
					<p className="hd-muted">
						{ __(
							'The zip is unpacked, installed, built and started. The environment gets an address when the app responds.',
							'headless-deploy'
						) }
					</p>
					{ has( 'upload' ) && <DropZone path={ path } /> }
				</Step>
				{ webhooks && connectSite === null && (
					<Step
						title={ __( 'Create the webhooks', 'headless-deploy' ) }
						isDone={ webhooks.exists }
					>
						<p className="hd-muted">
							{ __(
								'WordPress calls them to rebuild the environment.',
								'headless-deploy'
							) }{ ' ' }
							<Link
								href={ addresses.environment(
									path,
									'settings'
								) }
							>
								{ __( 'Open the settings', 'headless-deploy' ) }
							</Link>
						</p>
					</Step>
				) }
				<ConnectStep path={ path } webhooks={ webhooks } />
			</ol>
		</Box>
	);
}
