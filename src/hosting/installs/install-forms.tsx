import { HostForm, HostFormDialog } from '../client/changes.tsx';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import type { Install } from '../../shared/platform-api.generated.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { __, sprintf } from '../../ui/i18n.ts';

const HTTP_CONFLICT = 409;

function nameTaken( name: string ): PlatformError {
	/* translators: %s: name of a WordPress install. */
	const text = __(
		'The install “%s” already exists. Change its URL, or choose another name.',
		'headless-deploy'
	);
	return new PlatformError( sprintf( text, name ), HTTP_CONFLICT, 'install' );
}

function saveInstall(
	client: PlatformClient,
	install: string,
	body: { account: string; url: string }
) {
	return client.PUT( '/_local/installs/{install}', {
		params: { path: { install } },
		body,
	} );
}

interface AddProps {
	/** Where the user may add installs. */
	accounts: readonly string[];
	/** The names that are taken: the request would change the URL of such an install. */
	names: readonly string[];
}

export function AddInstall( { accounts, names }: AddProps ) {
	return (
		<HostForm
			title={ __( 'Add an install', 'headless-deploy' ) }
			values={ { account: accounts[ 0 ] ?? '', install: '', url: '' } }
			change={ async ( client, { install, ...body } ) => {
				if ( names.includes( install ) ) {
					throw nameTaken( install );
				}
				return saveInstall( client, install, body );
			} }
			verb={ __( 'Add install', 'headless-deploy' ) }
			done={ __( 'Install added.', 'headless-deploy' ) }
		>
			{ ( { field } ) => (
				<>
					<SelectField
						{ ...field( 'account' ) }
						label={ __( 'Account', 'headless-deploy' ) }
						options={ accounts }
					/>
					<TextField
						{ ...field( 'install' ) }
						label={ __( 'Name', 'headless-deploy' ) }
						hint={ __(
							'Environments are linked to this name. It cannot be changed later.',
							'headless-deploy'
						) }
						required
					/>
					<TextField
						{ ...field( 'url' ) }
						label={ __( 'URL', 'headless-deploy' ) }
						hint={ __(
							'For example http://localhost:8881.',
							'headless-deploy'
						) }
						required
					/>
				</>
			) }
		</HostForm>
	);
}

interface DialogProps {
	install: Install;
	onClose: () => void;
}

export function ChangeUrl( { install, onClose }: DialogProps ) {
	const { name, accountName: account, url } = install;
	/* translators: %s: name of a WordPress install. */
	const title = __( 'Change the URL of %s', 'headless-deploy' );
	return (
		<HostFormDialog
			title={ sprintf( title, name ) }
			values={ { url } }
			change={ ( client, values ) =>
				saveInstall( client, name, { account, ...values } )
			}
			verb={ __( 'Change URL', 'headless-deploy' ) }
			done={ __(
				'URL changed. The next build gets it.',
				'headless-deploy'
			) }
			onClose={ onClose }
		>
			{ ( { field } ) => (
				<TextField
					{ ...field( 'url' ) }
					label={ __( 'URL', 'headless-deploy' ) }
					required
				/>
			) }
		</HostFormDialog>
	);
}

export function DeleteInstall( { install, onClose }: DialogProps ) {
	const { name } = install;
	/* translators: %s: name of what is deleted. */
	const title = __( 'Delete %s?', 'headless-deploy' );
	return (
		<HostFormDialog
			title={ sprintf( title, name ) }
			change={ ( client ) =>
				client.DELETE( '/_local/installs/{install}', {
					params: { path: { install: name } },
				} )
			}
			verb={ __( 'Delete', 'headless-deploy' ) }
			isDestructive
			done={ __( 'Install deleted.', 'headless-deploy' ) }
			onClose={ onClose }
		>
			<p>
				{ __(
					'The platform deletes the name and the URL. WordPress itself does not change.',
					'headless-deploy'
				) }
			</p>
		</HostFormDialog>
	);
}
