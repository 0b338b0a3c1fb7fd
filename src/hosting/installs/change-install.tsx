import { useState } from '@wordpress/element';
import type { Install } from '../../shared/platform-api.generated.ts';
import { ChangeDialog } from '../components/change-dialog.tsx';
import { Field } from '../components/field.tsx';
import { __, sprintf } from '../i18n.ts';

interface Props {
	install: Install;
	onClose: () => void;
}

export function ChangeUrl( { install, onClose }: Props ) {
	const { name, accountName } = install;
	const [ url, setUrl ] = useState( install.url );
	/* translators: %s: name of a WordPress install. */
	const title = __( 'Change the URL of %s', 'headless-deploy' );
	return (
		<ChangeDialog
			title={ sprintf( title, name ) }
			verb={ __( 'Change URL', 'headless-deploy' ) }
			change={ ( client ) =>
				client.PUT( '/_local/installs/{install}', {
					params: { path: { install: name } },
					body: { account: accountName, url },
				} )
			}
			done={ __(
				'URL changed. The next build gets it.',
				'headless-deploy'
			) }
			fields={ [ 'url' ] }
			onClose={ onClose }
		>
			{ ( error ) => (
				<Field
					name="url"
					label={ __( 'URL', 'headless-deploy' ) }
					value={ url }
					onChange={ setUrl }
					error={ error }
					required
					autoComplete="off"
				/>
			) }
		</ChangeDialog>
	);
}

export function DeleteInstall( { install: { name }, onClose }: Props ) {
	/* translators: %s: name of what is deleted. */
	const title = __( 'Delete %s?', 'headless-deploy' );
	return (
		<ChangeDialog
			title={ sprintf( title, name ) }
			verb={ __( 'Delete', 'headless-deploy' ) }
			isDestructive
			change={ ( client ) =>
				client.DELETE( '/_local/installs/{install}', {
					params: { path: { install: name } },
				} )
			}
			done={ __( 'Install deleted.', 'headless-deploy' ) }
			onClose={ onClose }
		>
			<p>
				{ __(
					'The platform deletes the name and the URL. WordPress itself does not change.',
					'headless-deploy'
				) }
			</p>
		</ChangeDialog>
	);
}
