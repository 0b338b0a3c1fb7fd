import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { Box } from '../../ui/box.tsx';
import { Command } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DropZone } from '../upload/upload-area.tsx';
import { __ } from '../../ui/i18n.ts';
import { uploadPath } from '../../platform-client/upload-path.ts';
import { lastCallTime } from '../webhooks/webhook-calls.ts';
import { ConnectSite } from './connect-site.tsx';
import type { EnvironmentProps } from './environment-frame.tsx';

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

/** How code is uploaded: here, or by a command without the password, for which curl asks. */
function UploadCode( { path }: { path: EnvironmentPath } ) {
	const { has, api } = useHost();
	const url = `${ api?.url }${ uploadPath( path ) }`;
	const command = `curl -u '${ api?.user }' -F repository=@site.zip '${ url }'`;
	return (
		<>
			<p className="hd-muted">
				{ __(
					'The zip is unpacked, installed, built and started. The environment gets an address when the app responds.',
					'headless-deploy'
				) }
			</p>
			{ has( 'upload' ) && <DropZone path={ path } /> }
			{ has( 'upload' ) && api && (
				<Command
					hint={ __(
						'Or upload it from a terminal. curl asks for the password of the API user.',
						'headless-deploy'
					) }
					text={ command }
				/>
			) }
		</>
	);
}

/** What is left to do until changes in WordPress are deployed to a new environment. */
export function NextSteps( { path, summary }: EnvironmentProps ) {
	const { has, mayWrite, site } = useHost();
	const { data: webhooks } = useHostGet(
		'/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks/summary',
		[ 'webhooks' ],
		{ path, enabled: site === null && has( 'readWebhookSummary' ) }
	);
	const hasCode = summary.buildCount > 0;
	const wasCalled =
		webhooks !== undefined && lastCallTime( webhooks ) !== null;
	const isConnected = site ? site.find( path ) !== null : wasCalled;
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
					<UploadCode path={ path } />
				</Step>
				{ webhooks && (
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
					<ConnectSite path={ path } />
				</Step>
			</ol>
		</Box>
	);
}
