import { useLocation } from 'wouter';
import { HostForm, HostFormDialog } from '../client/changes.tsx';
import type { AppSummary } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHostGet } from '../client/queries.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { __, _n, sprintf } from '../../ui/i18n.ts';

/** Creates an application. */
export function NewApp( { account }: { account: string } ) {
	const [ , navigate ] = useLocation();
	const query = useHostGet( '/v1/regions', [] );
	const apps = addresses.apps( account );
	return (
		<Page
			title={ __( 'New app', 'headless-deploy' ) }
			crumbs={ [ { name: account, href: apps } ] }
		>
			<Loaded query={ query }>
				{ ( { regions } ) => (
					<HostForm
						values={ {
							appId: '',
							region: regions[ 0 ]?.name ?? 'regions/US-C',
						} }
						change={ ( client, { appId, region } ) =>
							client.POST( '/v1/accounts/{account}/apps', {
								params: { path: { account }, query: { appId } },
								body: { region, uploadable: {} },
							} )
						}
						verb={ __( 'Create app', 'headless-deploy' ) }
						done={ __(
							'App created. Add an environment to it.',
							'headless-deploy'
						) }
						onDone={ ( _created, { appId } ) =>
							navigate(
								addresses.newEnvironment( account, appId )
							)
						}
						cancel={
							<LinkButton variant="tertiary" href={ apps }>
								{ __( 'Cancel', 'headless-deploy' ) }
							</LinkButton>
						}
					>
						{ ( { field } ) => (
							<>
								<TextField
									{ ...field( 'appId' ) }
									label={ __( 'Name', 'headless-deploy' ) }
									hint={ __(
										'1 to 63 letters, digits, hyphens and underscores, beginning with a letter or digit. It is part of the addresses of the API and cannot be changed.',
										'headless-deploy'
									) }
									required
								/>
								<SelectField
									{ ...field( 'region' ) }
									label={ __( 'Region', 'headless-deploy' ) }
									hint={ __(
										'It cannot be changed later.',
										'headless-deploy'
									) }
									options={ regions.map(
										( {
											name: value,
											displayName: label,
										} ) => ( {
											value,
											label,
										} )
									) }
								/>
							</>
						) }
					</HostForm>
				) }
			</Loaded>
		</Page>
	);
}

function whatIsDeleted( { environments }: AppSummary ): string {
	const names = environments.map( ( { displayName } ) => displayName );
	/* translators: %s: names of environments. */
	const text = _n(
		'Its environment %s is deleted with its site, code, builds, variables and webhooks.',
		'Its environments %s are deleted with their sites, code, builds, variables and webhooks.',
		names.length,
		'headless-deploy'
	);
	return names.length === 0
		? __( 'It has no environments.', 'headless-deploy' )
		: sprintf( text, names.join( ', ' ) );
}

interface DeleteProps {
	account: string;
	app: AppSummary;
	onClose: () => void;
}

/** Deletes an application after the user typed its name. */
export function DeleteApp( { account, app, onClose }: DeleteProps ) {
	const { appId } = app;
	/* translators: %s: name of what is deleted. */
	const title = __( 'Delete %s?', 'headless-deploy' );
	return (
		<HostFormDialog
			title={ sprintf( title, appId ) }
			verb={ __( 'Delete app', 'headless-deploy' ) }
			keep={ __( 'Keep the app', 'headless-deploy' ) }
			isDestructive
			typedName={ appId }
			change={ ( client ) =>
				client.DELETE( '/v1/accounts/{account}/apps/{app}', {
					params: { path: { account, app: appId } },
				} )
			}
			done={ __( 'App deleted.', 'headless-deploy' ) }
			onClose={ onClose }
		>
			<p>
				{ whatIsDeleted( app ) }{ ' ' }
				{ __( 'This cannot be undone.', 'headless-deploy' ) }
			</p>
		</HostFormDialog>
	);
}
