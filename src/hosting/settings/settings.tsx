import { EnvironmentPage } from '../environments/environment-frame.tsx';
import type { EnvironmentPath } from '../client/host.ts';
import { useHost } from '../client/host.ts';
import { Webhooks } from '../webhooks/webhooks.tsx';
import { DeleteEnvironmentBox } from './delete-environment.tsx';
import { InstallBox } from './install-box.tsx';
import { RootDirectory } from './root-directory.tsx';

/** The webhooks and settings of an environment. */
export function Settings( { path }: { path: EnvironmentPath } ) {
	const { has, mayWrite } = useHost();
	return (
		<EnvironmentPage path={ path } tab="settings">
			{ ( summary ) => (
				<>
					{ has( 'readWebhookSummary' ) && (
						<Webhooks path={ path } />
					) }
					<InstallBox
						key={ summary.install.name }
						path={ path }
						install={ summary.install }
					/>
					<RootDirectory
						key={ summary.rootDirectory }
						path={ path }
						rootDirectory={ summary.rootDirectory }
					/>
					{ mayWrite( path.account ) &&
						has( 'deleteEnvironment' ) && (
							<DeleteEnvironmentBox
								path={ path }
								summary={ summary }
							/>
						) }
				</>
			) }
		</EnvironmentPage>
	);
}
