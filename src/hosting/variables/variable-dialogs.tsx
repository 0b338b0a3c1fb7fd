import { TextareaControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { ChangeDialog } from '../components/change-dialog.tsx';
import { Field } from '../components/field.tsx';
import { __, sprintf } from '../i18n.ts';

export interface Variable {
	key: string;
	value: string;
}

interface Changes {
	set?: Variable[];
	remove?: string[];
}

interface Props {
	path: EnvironmentPath;
	onClose: () => void;
}

const HTTP_CONFLICT = 409;

/** Sets and deletes some variables of an environment; the others stay. */
export function changeVariables(
	client: PlatformClient,
	path: EnvironmentPath,
	body: Changes
) {
	return client.PATCH(
		'/v1/accounts/{account}/apps/{app}/environments/{environment}/shellVariables',
		{ params: { path: { ...path } }, body }
	);
}

function ValueField( {
	value,
	onChange,
}: {
	value: string;
	onChange: ( value: string ) => void;
} ) {
	return (
		<TextareaControl
			__nextHasNoMarginBottom
			className="hd-code-field"
			label={ __( 'Value', 'headless-deploy' ) }
			help={ __(
				'May have several lines. It is never shown again.',
				'headless-deploy'
			) }
			rows={ 3 }
			value={ value }
			onChange={ onChange }
			autoComplete="off"
			spellCheck={ false }
		/>
	);
}

function keyTaken( key: string ): PlatformError {
	/* translators: %s: name of a variable. */
	const text = __(
		'The variable %s already exists. Set a new value instead.',
		'headless-deploy'
	);
	return new PlatformError( sprintf( text, key ), HTTP_CONFLICT, 'key' );
}

/** @param props.keys The variables that exist. */
export function AddVariable( {
	path,
	keys,
	onClose,
}: Props & { keys: readonly string[] } ) {
	const [ key, setKey ] = useState( '' );
	const [ value, setValue ] = useState( '' );
	const add = async ( client: PlatformClient ) => {
		if ( keys.includes( key ) ) {
			throw keyTaken( key );
		}
		return changeVariables( client, path, { set: [ { key, value } ] } );
	};
	return (
		<ChangeDialog
			title={ __( 'Add a variable', 'headless-deploy' ) }
			verb={ __( 'Add variable', 'headless-deploy' ) }
			change={ add }
			done={ __(
				'Variable added. The next build uses it.',
				'headless-deploy'
			) }
			fields={ [ 'key', 'set/0/key' ] }
			onClose={ onClose }
		>
			{ ( error ) => (
				<div className="hd-form">
					<Field
						name={
							error instanceof PlatformError && error.field !== ''
								? error.field
								: 'key'
						}
						label={ __( 'Key', 'headless-deploy' ) }
						hint={ __(
							'Letters, digits and underscores, for example STRIPE_KEY.',
							'headless-deploy'
						) }
						value={ key }
						onChange={ setKey }
						error={ error }
						required
						autoComplete="off"
					/>
					<ValueField value={ value } onChange={ setValue } />
				</div>
			) }
		</ChangeDialog>
	);
}

export function ReplaceValue( {
	path,
	name,
	onClose,
}: Props & { name: string } ) {
	const [ value, setValue ] = useState( '' );
	/* translators: %s: name of a variable. */
	const title = __( 'Set a new value for %s', 'headless-deploy' );
	return (
		<ChangeDialog
			title={ sprintf( title, name ) }
			verb={ __( 'Set value', 'headless-deploy' ) }
			keep={ __( 'Keep the value', 'headless-deploy' ) }
			change={ ( client ) =>
				changeVariables( client, path, {
					set: [ { key: name, value } ],
				} )
			}
			done={ __(
				'Value set. The next build uses it.',
				'headless-deploy'
			) }
			onClose={ onClose }
		>
			<ValueField value={ value } onChange={ setValue } />
		</ChangeDialog>
	);
}

export function DeleteVariable( {
	path,
	name,
	onClose,
}: Props & { name: string } ) {
	/* translators: %s: name of what is deleted. */
	const title = __( 'Delete %s?', 'headless-deploy' );
	return (
		<ChangeDialog
			title={ sprintf( title, name ) }
			verb={ __( 'Delete', 'headless-deploy' ) }
			keep={ __( 'Keep the variable', 'headless-deploy' ) }
			isDestructive
			change={ ( client ) =>
				changeVariables( client, path, { remove: [ name ] } )
			}
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
		</ChangeDialog>
	);
}
