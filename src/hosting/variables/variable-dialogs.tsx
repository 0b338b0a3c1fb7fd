import { HostFormDialog } from '../client/changes.tsx';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { CodeField, TextField } from '../../ui/fields.tsx';
import type { Fields } from '../../ui/use-form.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import type { Variables } from './paste-dotenv.tsx';

const HTTP_CONFLICT = 409;

/** The key of the added variable in the request. */
const KEY_FIELD = 'set.0.key';

/** Sets and deletes some variables of an environment; the others stay. */
export function changeVariables(
	client: PlatformClient,
	path: EnvironmentPath,
	body: { set?: Variables; remove?: string[] }
) {
	return client.PATCH(
		'/v1/accounts/{account}/apps/{app}/environments/{environment}/shellVariables',
		{ params: { path: { ...path } }, body }
	);
}

function ValueField( { field }: Pick< Fields< { value: string } >, 'field' > ) {
	return (
		<CodeField
			{ ...field( 'value' ) }
			label={ __( 'Value', 'headless-deploy' ) }
			hint={ __(
				'May have several lines. It is never shown again.',
				'headless-deploy'
			) }
			rows={ 3 }
		/>
	);
}

function keyTaken( key: string ): PlatformError {
	/* translators: %s: name of a variable. */
	const text = __(
		'The variable %s already exists. Set a new value instead.',
		'headless-deploy'
	);
	return new PlatformError( sprintf( text, key ), HTTP_CONFLICT, KEY_FIELD );
}

interface AddProps {
	path: EnvironmentPath;
	/** The variables that exist. */
	keys: readonly string[];
}

export function AddVariable( { path, keys }: AddProps ) {
	const title = __( 'Add a variable', 'headless-deploy' );
	return (
		<DialogButton compact variant="primary" label={ title }>
			{ ( onClose ) => (
				<HostFormDialog
					title={ title }
					values={ { key: '', value: '' } }
					change={ async ( client, variable ) => {
						if ( keys.includes( variable.key ) ) {
							throw keyTaken( variable.key );
						}
						return changeVariables( client, path, {
							set: [ variable ],
						} );
					} }
					verb={ __( 'Add variable', 'headless-deploy' ) }
					done={ __(
						'Variable added. The next build uses it.',
						'headless-deploy'
					) }
					onClose={ onClose }
				>
					{ ( { field } ) => (
						<>
							<TextField
								{ ...field( 'key' ) }
								name={ KEY_FIELD }
								label={ __( 'Key', 'headless-deploy' ) }
								hint={ __(
									'Letters, digits and underscores, for example STRIPE_KEY.',
									'headless-deploy'
								) }
								required
							/>
							<ValueField field={ field } />
						</>
					) }
				</HostFormDialog>
			) }
		</DialogButton>
	);
}

interface Props {
	path: EnvironmentPath;
	name: string;
}

export function ReplaceValue( { path, name }: Props ) {
	const label = __( 'Set new value', 'headless-deploy' );
	/* translators: %s: name of a variable. */
	const title = __( 'Set a new value for %s', 'headless-deploy' );
	return (
		<DialogButton variant="link" about={ name } label={ label }>
			{ ( onClose ) => (
				<HostFormDialog
					title={ sprintf( title, name ) }
					values={ { value: '' } }
					change={ ( client, { value } ) =>
						changeVariables( client, path, {
							set: [ { key: name, value } ],
						} )
					}
					verb={ __( 'Set value', 'headless-deploy' ) }
					keep={ __( 'Keep the value', 'headless-deploy' ) }
					done={ __(
						'Value set. The next build uses it.',
						'headless-deploy'
					) }
					onClose={ onClose }
				>
					{ ( { field } ) => <ValueField field={ field } /> }
				</HostFormDialog>
			) }
		</DialogButton>
	);
}

export function DeleteVariable( { path, name }: Props ) {
	const verb = __( 'Delete', 'headless-deploy' );
	/* translators: %s: name of what is deleted. */
	const title = __( 'Delete %s?', 'headless-deploy' );
	return (
		<DialogButton variant="link" about={ name } label={ verb }>
			{ ( onClose ) => (
				<HostFormDialog
					title={ sprintf( title, name ) }
					change={ ( client ) =>
						changeVariables( client, path, { remove: [ name ] } )
					}
					verb={ verb }
					keep={ __( 'Keep the variable', 'headless-deploy' ) }
					isDestructive
					done={ __(
						'Variable deleted. The next build does not get it.',
						'headless-deploy'
					) }
					onClose={ onClose }
				>
					<p>
						{ __(
							'Its value cannot be restored. The next build does not get it; the live release keeps it.',
							'headless-deploy'
						) }
					</p>
				</HostFormDialog>
			) }
		</DialogButton>
	);
}
