import { useState } from '@wordpress/element';
import { useLocation } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import { useHostChange } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Field } from '../components/field.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { Page } from '../components/page.tsx';
import { __ } from '../i18n.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import { InstallField, useInstalls } from './install-field.tsx';
import { VariableRows } from './variable-rows.tsx';
import type { VariableRow } from './variable-rows.tsx';

const FIELDS = [ 'displayName', 'wpEnvironment', 'rootDirectory' ];

/** The fields of the form that show the host’s error themselves. */
function shownFields( rows: readonly VariableRow[] ): string[] {
	return [
		...FIELDS,
		...rows.flatMap( ( _row, index ) => [
			`shellVariables.${ index }.key`,
			`shellVariables.${ index }.value`,
		] ),
	];
}

/** The ID of the environment in the resource name of an operation. */
function environmentOf( operationName: string ): string {
	const [ , environment ] =
		/\/environments\/([^/]+)/.exec( operationName ) ?? [];
	if ( environment === undefined ) {
		throw new PlatformError(
			__(
				'The host’s response contains no ID of the new environment. Reload the page.',
				'headless-deploy'
			),
			0
		);
	}
	return environment;
}

interface Props {
	account: string;
	app: string;
}

/** The install that is chosen first: this site’s, or the only one. */
function useFirstInstall( account: string ): string {
	const { install } = useHost();
	const [ only, second ] = useInstalls( account ) ?? [];
	return install === '' && second === undefined
		? ( only?.name ?? '' )
		: install;
}

function NewEnvironmentForm( { account, app }: Props ) {
	const [ displayName, setDisplayName ] = useState( '' );
	const [ chosenInstall, setInstall ] = useState< string | null >( null );
	const firstInstall = useFirstInstall( account );
	const wpEnvironment = chosenInstall ?? firstInstall;
	const [ rootDirectory, setRootDirectory ] = useState( '' );
	const [ rows, setRows ] = useState< readonly VariableRow[] >( [] );
	const [ , navigate ] = useLocation();
	const showNotice = useNotice();
	const variables = rows.filter( ( { key, value } ) => key + value !== '' );
	const { mutate, isPending, error } = useHostChange( ( client ) =>
		client.POST( '/v1/accounts/{account}/apps/{app}/environments', {
			params: { path: { account, app } },
			body: {
				displayName,
				branch: 'uploadable',
				wpEnvironment,
				...( rootDirectory === '' ? {} : { rootDirectory } ),
				...( variables.length === 0
					? {}
					: {
							shellVariables: variables.map(
								( { key, value } ) => ( { key, value } )
							),
						} ),
			},
		} )
	);
	const create = () => {
		// The indexes in the host’s errors are those of the rows that are sent.
		setRows( variables );
		mutate( undefined, {
			onSuccess: ( { name } ) => {
				showNotice( __( 'Environment created.', 'headless-deploy' ) );
				navigate(
					addresses.environment( {
						account,
						app,
						environment: environmentOf( name ),
					} )
				);
			},
		} );
	};
	return (
		<form
			className="hd-box hd-box--padded hd-form"
			onSubmit={ ( event ) => {
				event.preventDefault();
				create();
			} }
		>
			<ErrorNotice error={ error } fields={ shownFields( rows ) } />
			<Field
				name="displayName"
				label={ __( 'Name', 'headless-deploy' ) }
				hint={ __(
					'For users, such as Production or Staging. Unique in this app.',
					'headless-deploy'
				) }
				value={ displayName }
				onChange={ setDisplayName }
				error={ error }
				required
				autoComplete="off"
			/>
			<InstallField
				account={ account }
				value={ wpEnvironment }
				onChange={ setInstall }
				error={ error }
			/>
			<Field
				name="rootDirectory"
				label={ __( 'Root directory (optional)', 'headless-deploy' ) }
				hint={ __(
					'The folder of the code that is built and started, for a repository with several projects.',
					'headless-deploy'
				) }
				placeholder="apps/web"
				value={ rootDirectory }
				onChange={ setRootDirectory }
				error={ error }
				autoComplete="off"
			/>
			<VariableRows rows={ rows } onChange={ setRows } error={ error } />
			<div className="hd-form__end">
				<ActionButton
					variant="primary"
					type="submit"
					busy={ isPending }
				>
					{ __( 'Create environment', 'headless-deploy' ) }
				</ActionButton>
				<LinkButton
					variant="tertiary"
					href={ addresses.apps( account ) }
				>
					{ __( 'Cancel', 'headless-deploy' ) }
				</LinkButton>
			</div>
		</form>
	);
}

export function NewEnvironment( { account, app }: Props ) {
	return (
		<Page
			title={ __( 'New environment', 'headless-deploy' ) }
			crumbs={ [
				{ name: account, href: addresses.apps( account ) },
				{ name: app, href: addresses.app( account, app ) },
			] }
		>
			<NewEnvironmentForm account={ account } app={ app } />
		</Page>
	);
}
