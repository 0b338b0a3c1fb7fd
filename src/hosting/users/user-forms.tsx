import { RadioControl } from '@wordpress/components';
import { HostForm, HostFormDialog } from '../client/changes.tsx';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import type { ApiUser } from '../../shared/platform-api.generated.ts';
import { useAccountNames, useSession } from '../client/session.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import type { Fields } from '../../ui/use-form.ts';
import { __, sprintf } from '../../ui/i18n.ts';

type Role = ApiUser[ 'role' ];

export function roleLabels(): Record< Role, string > {
	return {
		none: __( 'No access', 'headless-deploy' ),
		read: __( 'Read-only', 'headless-deploy' ),
		write: __( 'Read and write', 'headless-deploy' ),
	};
}

interface PasswordProps {
	/** Receives the password if the platform generated it. */
	onPassword: ( user: { id: string; password?: string } ) => void;
}

function PasswordField( {
	field,
}: Pick< Fields< { password: string } >, 'field' > ) {
	return (
		<TextField
			{ ...field( 'password' ) }
			type="password"
			label={ __( 'Password (optional)', 'headless-deploy' ) }
			hint={ __(
				'At least 8 characters. Leave it empty to generate one.',
				'headless-deploy'
			) }
			autoComplete="new-password"
		/>
	);
}

const NEW_USER = {
	id: '',
	name: '',
	/** Empty for the whole platform. */
	account: '',
	role: 'write' as 'read' | 'write',
	password: '',
};

function createUser(
	client: PlatformClient,
	{ account, role, password, ...user }: typeof NEW_USER
) {
	return client.POST( '/_local/users', {
		body: {
			...user,
			...( account === ''
				? { role }
				: { accounts: [ { account, role } ] } ),
			...( password === '' ? {} : { password } ),
		},
	} );
}

function AccessFields( { values, set, field }: Fields< typeof NEW_USER > ) {
	const readOnly = __( 'Read-only, without webhook URLs', 'headless-deploy' );
	return (
		<>
			<SelectField
				{ ...field( 'account' ) }
				label={ __( 'Access to', 'headless-deploy' ) }
				hint={ __(
					'The whole platform: all accounts, API users, fault rules and requests. You can add more accounts later.',
					'headless-deploy'
				) }
				options={ [
					...useAccountNames(),
					{
						value: '',
						label: __( 'Whole platform', 'headless-deploy' ),
					},
				] }
			/>
			<RadioControl
				label={ __( 'Role', 'headless-deploy' ) }
				selected={ values.role }
				options={ [
					{ value: 'write', label: roleLabels().write },
					{ value: 'read', label: readOnly },
				] }
				onChange={ ( role ) =>
					set( { role: role === 'read' ? role : 'write' } )
				}
			/>
		</>
	);
}

export function CreateUser( { onPassword }: PasswordProps ) {
	const [ account = '' ] = useAccountNames();
	return (
		<HostForm
			title={ __( 'Create an API user', 'headless-deploy' ) }
			values={ { ...NEW_USER, account } }
			change={ createUser }
			verb={ __( 'Create API user', 'headless-deploy' ) }
			done={ __( 'API user created.', 'headless-deploy' ) }
			onDone={ onPassword }
		>
			{ ( form ) => (
				<>
					<TextField
						{ ...form.field( 'id' ) }
						label={ __( 'ID', 'headless-deploy' ) }
						hint={ __(
							'The user name for HTTP Basic authentication and the sign-in form.',
							'headless-deploy'
						) }
						required
					/>
					<TextField
						{ ...form.field( 'name' ) }
						label={ __( 'Name (optional)', 'headless-deploy' ) }
						hint={ __(
							'For example “Deploys from CI”.',
							'headless-deploy'
						) }
					/>
					<AccessFields { ...form } />
					<PasswordField { ...form } />
				</>
			) }
		</HostForm>
	);
}

interface DialogProps {
	user: ApiUser;
	onClose: () => void;
}

/** @param account Empty for the whole platform. */
function saveRole(
	client: PlatformClient,
	user: string,
	account: string,
	role: Role
) {
	if ( account === '' ) {
		const path = { user };
		return client.PUT( '/_local/users/{user}/role', {
			params: { path },
			body: { role },
		} );
	}
	const url = '/_local/users/{user}/accounts/{account}';
	const params = { path: { user, account } };
	return role === 'none'
		? client.DELETE( url, { params } )
		: client.PUT( url, { params, body: { role } } );
}

/** Changes what a user may do, on the whole platform and in each account. */
export function ChangeAccess( {
	user: { id, role, accounts },
	onClose,
}: DialogProps ) {
	const places = [ '', ...useAccountNames() ];
	const before: Partial< Record< string, Role > > = {
		...Object.fromEntries(
			accounts.map( ( one ) => [ one.account, one.role ] )
		),
		'': role,
	};
	/* translators: %s: ID of an API user. */
	const title = __( 'Change access of %s', 'headless-deploy' );
	/* translators: %s: name of an account. */
	const inAccount = __( 'Account %s', 'headless-deploy' );
	const roles = Object.entries( roleLabels() ).map(
		( [ value, label ] ) => ( { value: value as Role, label } )
	);
	return (
		<HostFormDialog
			title={ sprintf( title, id ) }
			values={ before }
			change={ async ( client, after ) => {
				for ( const place of places ) {
					const wanted = after[ place ] ?? 'none';
					if ( wanted !== ( before[ place ] ?? 'none' ) ) {
						await saveRole( client, id, place, wanted );
					}
				}
				return {};
			} }
			verb={ __( 'Change access', 'headless-deploy' ) }
			keep={ __( 'Keep the access', 'headless-deploy' ) }
			done={ __( 'Access changed.', 'headless-deploy' ) }
			onClose={ onClose }
		>
			{ ( { values, set } ) =>
				places.map( ( place ) => (
					<SelectField
						key={ place }
						name={ place }
						label={
							place === ''
								? __( 'Whole platform', 'headless-deploy' )
								: sprintf( inAccount, place )
						}
						value={ values[ place ] ?? 'none' }
						options={ roles }
						onChange={ ( wanted ) => set( { [ place ]: wanted } ) }
					/>
				) )
			}
		</HostFormDialog>
	);
}

/** Replaces the password of a user, which ends its sessions. */
export function NewPassword( {
	user: { id },
	onPassword,
	onClose,
}: DialogProps & PasswordProps ) {
	/* translators: %s: ID of an API user. */
	const title = __( 'New password of %s', 'headless-deploy' );
	return (
		<HostFormDialog
			title={ sprintf( title, id ) }
			values={ { password: '' } }
			change={ ( client, { password } ) =>
				client.PUT( '/_local/users/{user}/password', {
					params: { path: { user: id } },
					body: password === '' ? {} : { password },
				} )
			}
			verb={ __( 'Change password', 'headless-deploy' ) }
			keep={ __( 'Keep the password', 'headless-deploy' ) }
			done={ __( 'Password changed.', 'headless-deploy' ) }
			onDone={ onPassword }
			onClose={ onClose }
		>
			{ ( form ) => (
				<>
					<p>
						{ __(
							'The user is signed out. The API rejects the old password immediately.',
							'headless-deploy'
						) }
					</p>
					<PasswordField { ...form } />
				</>
			) }
		</HostFormDialog>
	);
}

export function DeleteUser( { user: { id }, onClose }: DialogProps ) {
	const isSelf = useSession().data?.user === id;
	/* translators: %s: name of what is deleted. */
	const title = __( 'Delete %s?', 'headless-deploy' );
	return (
		<HostFormDialog
			title={
				isSelf
					? __( 'Delete yourself?', 'headless-deploy' )
					: sprintf( title, id )
			}
			change={ ( client ) =>
				client.DELETE( '/_local/users/{user}', {
					params: { path: { user: id } },
				} )
			}
			verb={ __( 'Delete', 'headless-deploy' ) }
			keep={ __( 'Keep the user', 'headless-deploy' ) }
			isDestructive
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
		</HostFormDialog>
	);
}
