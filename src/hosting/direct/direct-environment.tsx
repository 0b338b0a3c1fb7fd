import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { Box } from '../components/box.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Page } from '../components/page.tsx';
import { ConnectSite } from '../environments/connect-site.tsx';
import { __ } from '../i18n.ts';
import { UploadArea } from '../upload/upload-area.tsx';

/** An environment at a host that reports nothing about it: code can be uploaded, and this site connected. */
export function DirectEnvironment( { path }: { path: EnvironmentPath } ) {
	const { account, app, environment } = path;
	const { site } = useHost();
	return (
		<Page
			title={ __( 'Environment', 'headless-deploy' ) }
			tabTitle={ app }
			crumbs={ [
				{ name: account, href: addresses.apps( account ) },
				{ name: app, href: addresses.app( account, app ) },
			] }
		>
			<p>
				<code>{ environment }</code>{ ' ' }
				<CopyButton
					subject={ __( 'the environment ID', 'headless-deploy' ) }
					text={ environment }
				/>
			</p>
			<UploadArea path={ path } hasDropZone />
			<p className="hd-hint">
				{ __(
					'This host does not report builds here. Follow them in the portal of your hosting platform.',
					'headless-deploy'
				) }
			</p>
			{ site && (
				<Box title={ __( 'Connect WordPress', 'headless-deploy' ) }>
					<ConnectSite path={ path } site={ site } />
				</Box>
			) }
		</Page>
	);
}
