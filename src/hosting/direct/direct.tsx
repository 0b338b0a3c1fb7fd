/** The screens of a host that lists nothing: the user names what exists. */
import { useState } from '@wordpress/element';
import type { ComponentProps } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Box } from '../../ui/box.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { TextField } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { ConnectSite } from '../environments/connect-site.tsx';
import { ReconnectNotice } from '../environments/site-connection.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { UploadArea } from '../upload/upload-area.tsx';

interface Props {
	title: string;
	crumbs?: ComponentProps< typeof Page >[ 'crumbs' ];
	description: string;
	createText: string;
	createHref: string;
	openText: string;
	/** The label and the hint of the field that names what exists. */
	label: string;
	hint: string;
	/** The address of what the user named. */
	addressOf: ( name: string ) => string;
}

function DirectPage( { title, crumbs, addressOf, ...props }: Props ) {
	const [ name, setName ] = useState( '' );
	const [ , navigate ] = useLocation();
	return (
		<Page title={ title } crumbs={ crumbs }>
			<p>{ props.description }</p>
			<p>
				<LinkButton variant="primary" href={ props.createHref }>
					{ props.createText }
				</LinkButton>
			</p>
			<Box title={ props.openText }>
				<form
					className="hd-form"
					onSubmit={ ( event ) => {
						event.preventDefault();
						navigate( addressOf( name.trim() ) );
					} }
				>
					<TextField
						label={ props.label }
						hint={ props.hint }
						name="name"
						value={ name }
						onChange={ setName }
						required
					/>
					<ActionButton type="submit">
						{ __( 'Open', 'headless-deploy' ) }
					</ActionButton>
				</form>
			</Box>
		</Page>
	);
}

/** The applications of an account at such a host. */
export function DirectApps( { account }: { account: string } ) {
	return (
		<DirectPage
			title={ __( 'Apps', 'headless-deploy' ) }
			description={ __(
				'This host does not list apps. Create one, or enter the name of an existing one.',
				'headless-deploy'
			) }
			createHref={ addresses.newApp( account ) }
			createText={ __( 'Create an app', 'headless-deploy' ) }
			openText={ __( 'Open an app', 'headless-deploy' ) }
			label={ __( 'Name of the app', 'headless-deploy' ) }
			hint={ __(
				'As in the portal of your hosting platform.',
				'headless-deploy'
			) }
			addressOf={ ( app ) => addresses.app( account, app ) }
		/>
	);
}

/** One application at such a host. */
export function DirectApp( {
	account,
	app,
}: {
	account: string;
	app: string;
} ) {
	/* translators: %s: name of an application. */
	const description = __(
		'This host does not list the environments of %s. Create one, or enter the ID of an existing one.',
		'headless-deploy'
	);
	return (
		<DirectPage
			title={ app }
			crumbs={ [ { name: account, href: addresses.apps( account ) } ] }
			description={ sprintf( description, app ) }
			createHref={ addresses.newEnvironment( account, app ) }
			createText={ __( 'Create environment', 'headless-deploy' ) }
			openText={ __( 'Open an environment', 'headless-deploy' ) }
			label={ __( 'Environment ID', 'headless-deploy' ) }
			hint={ __(
				'The long ID in its address in the portal of your hosting platform.',
				'headless-deploy'
			) }
			addressOf={ ( environment ) =>
				addresses.environment( { account, app, environment } )
			}
		/>
	);
}

/** An environment at a host that reports nothing about it: code can be uploaded, and this site connected. */
export function DirectEnvironment( { path }: { path: EnvironmentPath } ) {
	const { account, app, environment } = path;
	const { site } = useHost();
	return (
		<Page
			title={ __( 'Environment', 'headless-deploy' ) }
			tabTitle={ app }
			crumbs={ [
				{ name: account, href: addresses.apps( account ) },
				{ name: app, href: addresses.app( account, app ) },
			] }
		>
			<p>
				<code>{ environment }</code>{ ' ' }
				<CopyButton
					subject={ __( 'the environment ID', 'headless-deploy' ) }
					text={ environment }
				/>
			</p>
			<ReconnectNotice path={ path } />
			<UploadArea path={ path } hasDropZone />
			<p className="hd-hint">
				{ __(
					'This host does not report builds here. Follow them in the portal of your hosting platform.',
					'headless-deploy'
				) }
			</p>
			{ site && (
				<Box title={ __( 'Connect WordPress', 'headless-deploy' ) }>
					<ConnectSite path={ path } />
				</Box>
			) }
		</Page>
	);
}
