import { useState } from '@wordpress/element';
import type { ApiUser } from '../../shared/platform-api.generated.ts';
import { useHostChange } from '../client/queries.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Field } from '../components/field.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { __, sprintf } from '../i18n.ts';
import type { UserPassword } from './shown-password.tsx';

interface Props {
	user: ApiUser;
	/** A generated password. */
	onSet: ( password: UserPassword ) => void;
	onClose: () => void;
}

/** Replaces the password of a user, which ends its sessions. */
export function NewPassword( { user: { id }, onSet, onClose }: Props ) {
	const [ typed, setTyped ] = useState( '' );
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange( ( client ) =>
		client.PUT( '/_local/users/{user}/password', {
			params: { path: { user: id } },
			body: typed === '' ? {} : { password: typed },
		} )
	);
	const save = () =>
		mutate( undefined, {
			onSuccess: ( { password } ) => {
				onClose();
				showNotice( __( 'Password changed.', 'headless-deploy' ) );
				if ( password !== undefined ) {
					onSet( { user: id, password } );
				}
			},
		} );
	/* translators: %s: ID of an API user. */
	const title = __( 'New password of %s', 'headless-deploy' );
	return (
		<ConfirmDialog
			title={ sprintf( title, id ) }
			verb={ __( 'Change password', 'headless-deploy' ) }
			keep={ __( 'Keep the password', 'headless-deploy' ) }
			busy={ isPending }
			error={ error }
			fields={ [ 'password' ] }
			onConfirm={ save }
			onClose={ onClose }
		>
			<p>
				{ __(
					'The user is signed out. The API rejects the old password immediately.',
					'headless-deploy'
				) }
			</p>
			<Field
				name="password"
				type="password"
				label={ __( 'Password (optional)', 'headless-deploy' ) }
				hint={ __(
					'At least 8 characters. Leave it empty to generate one.',
					'headless-deploy'
				) }
				value={ typed }
				onChange={ setTyped }
				error={ error }
				autoComplete="new-password"
			/>
		</ConfirmDialog>
	);
}
