import { SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { PlatformError } from '../../platform-client/platform-error.ts';
import { useHostChange } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Field } from '../components/field.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { __, sprintf } from '../i18n.ts';

interface NewInstall {
	account: string;
	name: string;
	url: string;
}

interface Props {
	/** Where the user may add installs. */
	accounts: readonly string[];
	/** The names that are taken: the request would change the URL of such an install. */
	names: readonly string[];
}

const HTTP_CONFLICT = 409;

function nameTaken( name: string ): PlatformError {
	/* translators: %s: name of a WordPress install. */
	const text = __(
		'The install “%s” already exists. Change its URL, or choose another name.',
		'headless-deploy'
	);
	return new PlatformError( sprintf( text, name ), HTTP_CONFLICT, 'install' );
}

export function AddInstall( { accounts, names }: Props ) {
	const empty = { account: accounts[ 0 ] ?? '', name: '', url: '' };
	const [ typed, setTyped ] = useState< NewInstall >( empty );
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange(
		async ( client, { account, name, url }: NewInstall ) => {
			if ( names.includes( name ) ) {
				throw nameTaken( name );
			}
			return client.PUT( '/_local/installs/{install}', {
				params: { path: { install: name } },
				body: { account, url },
			} );
		}
	);
	const field = ( name: keyof NewInstall ) => ( {
		value: typed[ name ],
		onChange: ( value: string ) =>
			setTyped( { ...typed, [ name ]: value } ),
		error,
		required: true,
		autoComplete: 'off',
	} );
	return (
		<form
			className="hd-box hd-box--padded hd-form"
			onSubmit={ ( event ) => {
				event.preventDefault();
				mutate( typed, {
					onSuccess: () => {
						setTyped( empty );
						showNotice( __( 'Install added.', 'headless-deploy' ) );
					},
				} );
			} }
		>
			<h2>{ __( 'Add an install', 'headless-deploy' ) }</h2>
			<ErrorNotice error={ error } fields={ [ 'install', 'url' ] } />
			<SelectControl
				__nextHasNoMarginBottom
				__next40pxDefaultSize
				label={ __( 'Account', 'headless-deploy' ) }
				value={ typed.account }
				options={ accounts.map( ( name ) => ( {
					label: name,
					value: name,
				} ) ) }
				onChange={ field( 'account' ).onChange }
			/>
			<Field
				name="install"
				label={ __( 'Name', 'headless-deploy' ) }
				hint={ __(
					'Environments are linked to this name. It cannot be changed later.',
					'headless-deploy'
				) }
				{ ...field( 'name' ) }
			/>
			<Field
				name="url"
				label={ __( 'URL', 'headless-deploy' ) }
				hint={ __(
					'For example http://localhost:8881.',
					'headless-deploy'
				) }
				{ ...field( 'url' ) }
			/>
			<ActionButton variant="primary" type="submit" busy={ isPending }>
				{ __( 'Add install', 'headless-deploy' ) }
			</ActionButton>
		</form>
	);
}
