import { ChangeDialog } from '../components/change-dialog.tsx';
import { __, _n, sprintf } from '../i18n.ts';
import type { AppSummary } from '../../shared/platform-api.generated.ts';

interface Props {
	account: string;
	app: AppSummary;
	onClose: () => void;
	onDone?: () => void;
}

function whatIsDeleted( { environments }: AppSummary ): string {
	return environments.length === 0
		? __( 'It has no environments.', 'headless-deploy' )
		: sprintf(
				/* translators: %s: names of environments. */
				_n(
					'Its environment %s is deleted with its site, code, builds, variables and webhooks.',
					'Its environments %s are deleted with their sites, code, builds, variables and webhooks.',
					environments.length,
					'headless-deploy'
				),
				environments
					.map( ( { displayName } ) => displayName )
					.join( ', ' )
			);
}

/** Deletes an application after the user typed its name. */
export function DeleteApp( { account, app, onClose, onDone }: Props ) {
	const { appId } = app;
	return (
		<ChangeDialog
			title={ sprintf(
				/* translators: %s: name of what is deleted. */
				__( 'Delete %s?', 'headless-deploy' ),
				appId
			) }
			verb={ __( 'Delete app', 'headless-deploy' ) }
			keep={ __( 'Keep the app', 'headless-deploy' ) }
			isDestructive
			typedName={ appId }
			change={ ( client ) =>
				client.DELETE( '/v1/accounts/{account}/apps/{app}', {
					params: { path: { account, app: appId } },
				} )
			}
			done={ __( 'App deleted.', 'headless-deploy' ) }
			onDone={ onDone ?? ( () => {} ) }
			onClose={ onClose }
		>
			<p>
				{ whatIsDeleted( app ) }{ ' ' }
				{ __( 'This cannot be undone.', 'headless-deploy' ) }
			</p>
		</ChangeDialog>
	);
}
