import { useLocation } from 'wouter';
import { HostForm } from '../client/changes.tsx';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import { TextField } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { __ } from '../../ui/i18n.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import type { Variables } from '../variables/paste-dotenv.tsx';
import { InstallField, useInstalls } from './install-field.tsx';
import { isFilled, VariableRows } from './variable-rows.tsx';

/** The ID of the environment in the resource name of an operation. */
function environmentOf( operationName = '' ): string {
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

interface Values {
	displayName: string;
	/** Null until the user chooses one. */
	wpEnvironment: string | null;
	rootDirectory: string;
	variables: Variables;
}

const EMPTY: Values = {
	displayName: '',
	wpEnvironment: null,
	rootDirectory: '',
	variables: [],
};

/** Creates an environment and returns its ID. */
async function createEnvironment(
	client: PlatformClient,
	path: Props,
	wpEnvironment: string,
	{ displayName, rootDirectory, variables }: Values
) {
	const shellVariables = variables.filter( isFilled );
	const { data } = await client.POST(
		'/v1/accounts/{account}/apps/{app}/environments',
		{
			params: { path: { ...path } },
			body: {
				displayName,
				branch: 'uploadable',
				wpEnvironment,
				...( rootDirectory === '' ? {} : { rootDirectory } ),
				...( shellVariables.length === 0 ? {} : { shellVariables } ),
			},
		}
	);
	return { data: environmentOf( data?.name ) };
}

/** The install that is chosen first: this site’s, or the only one. */
function useFirstInstall( account: string ): string {
	const { install } = useHost();
	const [ only, second ] = useInstalls( account );
	return install === '' && second === undefined
		? ( only?.name ?? '' )
		: install;
}

export function NewEnvironment( { account, app }: Props ) {
	const [ , navigate ] = useLocation();
	const firstInstall = useFirstInstall( account );
	return (
		<Page
			title={ __( 'New environment', 'headless-deploy' ) }
			crumbs={ [
				{ name: account, href: addresses.apps( account ) },
				{ name: app, href: addresses.app( account, app ) },
			] }
		>
			<HostForm
				values={ EMPTY }
				change={ ( client, values ) =>
					createEnvironment(
						client,
						{ account, app },
						values.wpEnvironment ?? firstInstall,
						values
					)
				}
				verb={ __( 'Create environment', 'headless-deploy' ) }
				cancel={
					<LinkButton
						variant="tertiary"
						href={ addresses.apps( account ) }
					>
						{ __( 'Cancel', 'headless-deploy' ) }
					</LinkButton>
				}
				done={ __( 'Environment created.', 'headless-deploy' ) }
				onDone={ ( environment ) =>
					navigate(
						addresses.environment( { account, app, environment } )
					)
				}
			>
				{ ( { field, values } ) => (
					<>
						<TextField
							{ ...field( 'displayName' ) }
							label={ __( 'Name', 'headless-deploy' ) }
							hint={ __(
								'For users, such as Production or Staging. Unique in this app.',
								'headless-deploy'
							) }
							required
						/>
						<InstallField
							{ ...field( 'wpEnvironment' ) }
							value={ values.wpEnvironment ?? firstInstall }
							account={ account }
						/>
						<TextField
							{ ...field( 'rootDirectory' ) }
							label={ __(
								'Root directory (optional)',
								'headless-deploy'
							) }
							hint={ __(
								'The folder of the code that is built and started, for a repository with several projects.',
								'headless-deploy'
							) }
							placeholder="apps/web"
						/>
						<VariableRows { ...field( 'variables' ) } />
					</>
				) }
			</HostForm>
		</Page>
	);
}
