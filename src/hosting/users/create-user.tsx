import { RadioControl, SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { useHostChange } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Field } from '../components/field.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { __ } from '../i18n.ts';
import { roleLabel } from './access-labels.ts';
import type { UserPassword } from './shown-password.tsx';

interface Props {
	accounts: readonly string[];
	/** A generated password. */
	onCreated: ( password: UserPassword ) => void;
}

const NEW_USER = {
	id: '',
	name: '',
	/** Empty for the whole platform. */
	account: '',
	role: 'write' as 'read' | 'write',
	password: '',
};

type NewUser = typeof NEW_USER;

function bodyOf( { id, name, account, role, password }: NewUser ) {
	return {
		id,
		name,
		...( account === '' ? { role } : { accounts: [ { account, role } ] } ),
		...( password === '' ? {} : { password } ),
	};
}

export function CreateUser( { accounts, onCreated }: Props ) {
	const [ typed, setTyped ] = useState< NewUser >( {
		...NEW_USER,
		account: accounts[ 0 ] ?? '',
	} );
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange(
		( client, user: NewUser ) =>
			client.POST( '/_local/users', { body: bodyOf( user ) } )
	);
	const change = ( name: keyof NewUser ) => ( value: string ) =>
		setTyped( { ...typed, [ name ]: value } );
	const field = ( name: 'id' | 'name' | 'password' ) => ( {
		name,
		value: typed[ name ],
		onChange: change( name ),
		error,
	} );
	const create = () =>
		mutate( typed, {
			onSuccess: ( { id, password } ) => {
				setTyped( { ...typed, id: '', name: '', password: '' } );
				showNotice( __( 'API user created.', 'headless-deploy' ) );
				if ( password !== undefined ) {
					onCreated( { user: id, password } );
				}
			},
		} );
	return (
		<form
			className="hd-box hd-box--padded hd-form"
			onSubmit={ ( event ) => {
				event.preventDefault();
				create();
			} }
		>
			<h2>{ __( 'Create an API user', 'headless-deploy' ) }</h2>
			<ErrorNotice
				error={ error }
				fields={ [ 'id', 'name', 'password' ] }
			/>
			<Field
				{ ...field( 'id' ) }
				label={ __( 'ID', 'headless-deploy' ) }
				hint={ __(
					'The user name for HTTP Basic authentication and the sign-in form.',
					'headless-deploy'
				) }
				required
				autoComplete="off"
			/>
			<Field
				{ ...field( 'name' ) }
				label={ __( 'Name (optional)', 'headless-deploy' ) }
				hint={ __(
					'For example “Deploys from CI”.',
					'headless-deploy'
				) }
				autoComplete="off"
			/>
			<SelectControl
				__nextHasNoMarginBottom
				__next40pxDefaultSize
				label={ __( 'Access to', 'headless-deploy' ) }
				help={ __(
					'The whole platform: all accounts, API users, fault rules and requests. You can add more accounts later.',
					'headless-deploy'
				) }
				value={ typed.account }
				options={ [
					...accounts.map( ( name ) => ( {
						label: name,
						value: name,
					} ) ),
					{
						label: __( 'Whole platform', 'headless-deploy' ),
						value: '',
					},
				] }
				onChange={ change( 'account' ) }
			/>
			<RadioControl
				label={ __( 'Role', 'headless-deploy' ) }
				selected={ typed.role }
				options={ [
					{ label: roleLabel( 'write' ), value: 'write' },
					{
						label: __(
							'Read-only, without webhook URLs',
							'headless-deploy'
						),
						value: 'read',
					},
				] }
				onChange={ change( 'role' ) }
			/>
			<Field
				{ ...field( 'password' ) }
				type="password"
				label={ __( 'Password (optional)', 'headless-deploy' ) }
				hint={ __(
					'At least 8 characters. Leave it empty to generate one.',
					'headless-deploy'
				) }
				autoComplete="new-password"
			/>
			<ActionButton variant="primary" type="submit" busy={ isPending }>
				{ __( 'Create API user', 'headless-deploy' ) }
			</ActionButton>
		</form>
	);
}
