import type { ApiUser } from '../../shared/platform-api.generated.ts';
import { ChangeDialog } from '../components/change-dialog.tsx';
import { __, sprintf } from '../i18n.ts';

interface Props {
	user: ApiUser;
	isSelf: boolean;
	onClose: () => void;
}

export function DeleteUser( { user: { id }, isSelf, onClose }: Props ) {
	/* translators: %s: name of what is deleted. */
	const title = __( 'Delete %s?', 'headless-deploy' );
	return (
		<ChangeDialog
			title={
				isSelf
					? __( 'Delete yourself?', 'headless-deploy' )
					: sprintf( title, id )
			}
			verb={ __( 'Delete', 'headless-deploy' ) }
			keep={ __( 'Keep the user', 'headless-deploy' ) }
			isDestructive
			change={ ( client ) =>
				client.DELETE( '/_local/users/{user}', {
					params: { path: { user: id } },
				} )
			}
			done={ __( 'API user deleted.', 'headless-deploy' ) }
			onClose={ onClose }
		>
			<p>
				{ isSelf
					? __(
							'You are signed out immediately and cannot sign in again with this user.',
							'headless-deploy'
						)
					: __(
							'The user is signed out immediately. The API rejects its password, for example in CI jobs.',
							'headless-deploy'
						) }
			</p>
		</ChangeDialog>
	);
}
