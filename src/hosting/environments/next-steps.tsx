import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { Box } from '../components/box.tsx';
import { Command } from '../components/copy-button.tsx';
import { Icon } from '../components/icon.tsx';
import { DropZone } from '../upload/upload-area.tsx';
import { __ } from '../i18n.ts';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';
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

/** The upload as a command, without the password: curl asks for it. */
function UploadCommand( { path }: { path: EnvironmentPath } ) {
	const { api } = useHost();
	if ( api === null ) {
		return null;
	}
	const [ account, app, environment ] = [
		path.account,
		path.app,
		path.environment,
	].map( encodeURIComponent );
	const url = `${ api.url }/fu/v1/accounts/${ account }/apps/${ app }/environments/${ environment }:upload`;
	const command = `curl -u '${ api.user }' -F repository=@site.zip '${ url }'`;
	return (
		<Command
			hint={ __(
				'Or upload it from a terminal. curl asks for the password of the API user.',
				'headless-deploy'
			) }
			text={ command }
		/>
	);
}

function UploadStep( {
	path,
	isDone,
}: {
	path: EnvironmentPath;
	isDone: boolean;
} ) {
	const { has } = useHost();
	return (
		<Step
			title={ __( 'Upload the code', 'headless-deploy' ) }
			isDone={ isDone }
		>
			<p className="hd-muted">
				{ __(
					'The zip is unpacked, installed, built and started. The environment gets an address when the app responds.',
					'headless-deploy'
				) }
			</p>
			{ has( 'upload' ) && (
				<>
					<DropZone path={ path } />
					<UploadCommand path={ path } />
				</>
			) }
		</Step>
	);
}

/** What is left to do until changes in WordPress are deployed to a new environment. */
export function NextSteps( { path, summary }: Props ) {
	const { has, mayWrite, site } = useHost();
	const { data: webhooks } = useHostGet(
		'/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks/summary',
		[ 'webhooks' ],
		{ path, enabled: has( 'readWebhookSummary' ) }
	);
	const hasCode = summary.buildCount > 0;
	const wasCalled =
		webhooks !== undefined && lastCallTime( webhooks ) !== null;
	const isConnected = site ? site.messageOf( path ) !== '' : wasCalled;
	if ( ! mayWrite( path.account ) || ( hasCode && isConnected ) ) {
		return null;
	}
	return (
		<Box title={ __( 'Next steps', 'headless-deploy' ) }>
			<ol>
				<UploadStep path={ path } isDone={ hasCode } />
				{ webhooks && site === null && (
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
				<Step
					title={ __( 'Connect WordPress', 'headless-deploy' ) }
					isDone={ isConnected }
				>
					{ site ? (
						<ConnectSite path={ path } site={ site } />
					) : (
						<p className="hd-muted">
							{ __(
								'In wp-admin, open Headless Deploy → Connections and paste a webhook URL. From then on, changes in WordPress are deployed.',
								'headless-deploy'
							) }
						</p>
					) }
				</Step>
			</ol>
		</Box>
	);
}
