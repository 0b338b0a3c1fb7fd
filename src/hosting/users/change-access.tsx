import { SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import type { ApiUser } from '../../shared/platform-api.generated.ts';
import { ChangeDialog } from '../components/change-dialog.tsx';
import { __, sprintf } from '../i18n.ts';
import { roleOptions } from './access-labels.ts';
import type { Role } from './access-labels.ts';

interface Props {
	user: ApiUser;
	accounts: readonly string[];
	onClose: () => void;
}

function setAccountRole(
	client: PlatformClient,
	path: { user: string; account: string },
	role: Role
) {
	const url = '/_local/users/{user}/accounts/{account}';
	return role === 'none'
		? client.DELETE( url, { params: { path } } )
		: client.PUT( url, { params: { path }, body: { role } } );
}

/** Changes what a user may do, on the whole platform and in each account. */
export function ChangeAccess( { user, accounts, onClose }: Props ) {
	const roleIn = ( account: string ): Role =>
		user.accounts.find( ( one ) => one.account === account )?.role ??
		'none';
	const [ role, setRole ] = useState< Role >( user.role );
	const [ roles, setRoles ] = useState< Record< string, Role > >( () =>
		Object.fromEntries(
			accounts.map( ( account ) => [ account, roleIn( account ) ] )
		)
	);
	const change = async ( client: PlatformClient ) => {
		if ( role !== user.role ) {
			await client.PUT( '/_local/users/{user}/role', {
				params: { path: { user: user.id } },
				body: { role },
			} );
		}
		for ( const [ account, wanted ] of Object.entries( roles ) ) {
			if ( wanted !== roleIn( account ) ) {
				const path = { user: user.id, account };
				await setAccountRole( client, path, wanted );
			}
		}
		return {};
	};
	/* translators: %s: ID of an API user. */
	const title = __( 'Change access of %s', 'headless-deploy' );
	return (
		<ChangeDialog
			title={ sprintf( title, user.id ) }
			verb={ __( 'Change access', 'headless-deploy' ) }
			keep={ __( 'Keep the access', 'headless-deploy' ) }
			change={ change }
			done={ __( 'Access changed.', 'headless-deploy' ) }
			onClose={ onClose }
		>
			<div className="hd-form">
				<SelectControl
					__nextHasNoMarginBottom
					__next40pxDefaultSize
					label={ __( 'Whole platform', 'headless-deploy' ) }
					value={ role }
					options={ roleOptions() }
					onChange={ setRole }
				/>
				{ accounts.map( ( account ) => (
					<SelectControl
						key={ account }
						__nextHasNoMarginBottom
						__next40pxDefaultSize
						label={ sprintf(
							/* translators: %s: name of an account. */
							__( 'Account %s', 'headless-deploy' ),
							account
						) }
						value={ roles[ account ] ?? 'none' }
						options={ roleOptions() }
						onChange={ ( wanted ) =>
							setRoles( { ...roles, [ account ]: wanted } )
						}
					/>
				) ) }
			</div>
		</ChangeDialog>
	);
}
