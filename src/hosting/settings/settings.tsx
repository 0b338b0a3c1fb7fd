import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { HostForm, HostFormDialog } from '../client/changes.tsx';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHost, useMay } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { Box } from '../../ui/box.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import type { Fields } from '../../ui/use-form.ts';
import { EnvironmentPage } from '../environments/environment-frame.tsx';
import { installLabel, InstallField } from '../environments/install-field.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { Webhooks } from '../webhooks/webhooks.tsx';

const ENVIRONMENT =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}';

interface SettingProps< Values > {
	path: EnvironmentPath;
	title: string;
	description: string;
	/** What users see who may not change it. */
	value: string;
	values: Values;
	verb: string;
	children: ( fields: Fields< Values > ) => ReactNode;
}

/** A setting that the next build uses. */
function Setting<
	Values extends { wpEnvironment?: string; rootDirectory?: string },
>( { path, title, description, value, ...form }: SettingProps< Values > ) {
	const { mayWrite } = useHost();
	return (
		<Box title={ title }>
			<p className="hd-muted">{ description }</p>
			{ mayWrite( path.account ) ? (
				<HostForm
					{ ...form }
					isRow
					change={ ( client, body ) =>
						client.PATCH( ENVIRONMENT, { params: { path }, body } )
					}
					done={ __(
						'Saved. The next build uses it.',
						'headless-deploy'
					) }
				/>
			) : (
				<p>{ value }</p>
			) }
		</Box>
	);
}

interface Props {
	path: EnvironmentPath;
	summary: EnvironmentSummary;
}

/** The WordPress install that the builds of an environment read from. */
function InstallSetting( { path, summary: { install } }: Props ) {
	const { has } = useHost();
	return (
		<Setting
			key={ install.name }
			path={ path }
			title={ __( 'WordPress install', 'headless-deploy' ) }
			description={ __(
				'Builds get its URL as WORDPRESS_URL and NEXT_PUBLIC_WORDPRESS_URL.',
				'headless-deploy'
			) }
			value={ installLabel( install ) }
			values={ { wpEnvironment: install.name } }
			verb={ __( 'Save install', 'headless-deploy' ) }
		>
			{ ( { field } ) => (
				<InstallField
					{ ...field( 'wpEnvironment' ) }
					hideLabelFromVision
					hint={
						<>
							{ __(
								'The next build uses it.',
								'headless-deploy'
							) }{ ' ' }
							{ has( 'saveInstall' ) && (
								<Link href={ addresses.installs }>
									{ __(
										'See all installs',
										'headless-deploy'
									) }
								</Link>
							) }
						</>
					}
				/>
			) }
		</Setting>
	);
}

/** The folder of the source that is built. */
function RootDirectory( { path, summary: { rootDirectory } }: Props ) {
	const title = __( 'Root directory', 'headless-deploy' );
	return (
		<Setting
			key={ rootDirectory }
			path={ path }
			title={ title }
			description={ __(
				'The folder of the uploaded code that is built, for a repository with several projects. Empty for the top folder.',
				'headless-deploy'
			) }
			value={ rootDirectory || __( 'The top folder', 'headless-deploy' ) }
			values={ { rootDirectory } }
			verb={ __( 'Save root directory', 'headless-deploy' ) }
		>
			{ ( { field } ) => (
				<TextField
					{ ...field( 'rootDirectory' ) }
					hideLabelFromVision
					label={ title }
					placeholder="apps/web"
					hint={ __( 'The next build uses it.', 'headless-deploy' ) }
				/>
			) }
		</Setting>
	);
}

interface DeleteProps extends Props {
	onClose: () => void;
}

function DeleteEnvironment( { path, summary, onClose }: DeleteProps ) {
	const { displayName, served } = summary;
	const [ , navigate ] = useLocation();
	/* translators: %s: name of what is deleted. */
	const title = __( 'Delete %s?', 'headless-deploy' );
	return (
		<HostFormDialog
			title={ sprintf( title, displayName ) }
			change={ ( client ) =>
				client.DELETE( ENVIRONMENT, { params: { path } } )
			}
			verb={ __( 'Delete environment', 'headless-deploy' ) }
			keep={ __( 'Keep the environment', 'headless-deploy' ) }
			isDestructive
			typedName={ displayName }
			done={ __( 'Environment deleted.', 'headless-deploy' ) }
			onDone={ () => navigate( addresses.apps( path.account ) ) }
			onClose={ onClose }
		>
			<p>
				{ served &&
					`${ __( 'The site goes offline immediately.', 'headless-deploy' ) } ` }
				{ __(
					'The code, builds, variables and webhooks are deleted. This cannot be undone.',
					'headless-deploy'
				) }
			</p>
		</HostFormDialog>
	);
}

function DeleteBox( props: Props ) {
	return (
		<Box title={ __( 'Delete this environment', 'headless-deploy' ) }>
			<p className="hd-muted">
				{ __(
					'Its builds, files, variables and webhooks are deleted, and its URL stops working.',
					'headless-deploy'
				) }
			</p>
			<DialogButton
				isDestructive
				label={ __( 'Delete environment', 'headless-deploy' ) }
			>
				{ ( onClose ) => (
					<DeleteEnvironment { ...props } onClose={ onClose } />
				) }
			</DialogButton>
		</Box>
	);
}

/** The webhooks and settings of an environment. */
export function Settings( { path }: { path: EnvironmentPath } ) {
	const { has } = useHost();
	const may = useMay( path.account );
	return (
		<EnvironmentPage path={ path } tab="settings">
			{ ( summary ) => (
				<>
					{ has( 'readWebhookSummary' ) && (
						<Webhooks path={ path } />
					) }
					<InstallSetting path={ path } summary={ summary } />
					<RootDirectory path={ path } summary={ summary } />
					{ may( 'deleteEnvironment' ) && (
						<DeleteBox path={ path } summary={ summary } />
					) }
				</>
			) }
		</EnvironmentPage>
	);
}
