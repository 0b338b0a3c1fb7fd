import { ExternalLink } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { Link } from 'wouter';
import type { Install } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import { useHostQuery } from '../client/queries.ts';
import { useSession } from '../client/session.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box } from '../components/box.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { ReadOnly } from '../components/read-only.tsx';
import { Table } from '../components/table.tsx';
import { __, sprintf } from '../i18n.ts';
import { AddInstall } from './add-install.tsx';
import { ChangeUrl, DeleteInstall } from './change-install.tsx';

const SHOWN_UUID_CHARACTERS = 8;

function Links( { environments }: Install ) {
	if ( environments.length === 0 ) {
		return (
			<span className="hd-muted">
				{ __( 'None', 'headless-deploy' ) }
			</span>
		);
	}
	return (
		<ul>
			{ environments.map( ( { id, accountName, appId, displayName } ) => (
				<li key={ id }>
					<Link
						href={ addresses.environment( {
							account: accountName,
							app: appId,
							environment: id,
						} ) }
					>
						{ `${ appId } / ${ displayName }` }
					</Link>
				</li>
			) ) }
		</ul>
	);
}

function Uuid( { id, name }: Install ) {
	/* translators: %s: name of a WordPress install. */
	const subject = __( 'the UUID of %s', 'headless-deploy' );
	return (
		<span className="hd-copied">
			<code title={ id }>{ id.slice( 0, SHOWN_UUID_CHARACTERS ) }…</code>
			<CopyButton
				isLink
				subject={ sprintf( subject, name ) }
				text={ id }
			/>
		</span>
	);
}

interface ActionsProps {
	install: Install;
	onChange: () => void;
	onDelete: () => void;
}

function Actions( { install, onChange, onDelete }: ActionsProps ) {
	const { name, environments } = install;
	/* translators: %s: name of a WordPress install. */
	const change = __( 'Change URL of %s', 'headless-deploy' );
	/* translators: %s: name of what is deleted. */
	const remove = __( 'Delete %s', 'headless-deploy' );
	return (
		<>
			<ActionButton
				variant="link"
				label={ sprintf( change, name ) }
				onClick={ onChange }
			>
				{ __( 'Change URL', 'headless-deploy' ) }
			</ActionButton>
			{ environments.length === 0 && (
				<ActionButton
					variant="link"
					label={ sprintf( remove, name ) }
					onClick={ onDelete }
				>
					{ __( 'Delete', 'headless-deploy' ) }
				</ActionButton>
			) }
		</>
	);
}

interface Open {
	dialog: 'url' | 'delete';
	install: Install;
}

function InstallTable( { installs }: { installs: readonly Install[] } ) {
	const { mayWrite } = useHost();
	const [ open, setOpen ] = useState< Open | null >( null );
	const Dialog = open?.dialog === 'delete' ? DeleteInstall : ChangeUrl;
	return (
		<Box isFlush>
			<Table
				caption={ __( 'WordPress installs', 'headless-deploy' ) }
				rows={ installs }
				keyOf={ ( { name } ) => name }
				columns={ [
					{
						title: __( 'Name', 'headless-deploy' ),
						render: ( { name } ) => <code>{ name }</code>,
					},
					{
						title: __( 'URL', 'headless-deploy' ),
						render: ( { url } ) =>
							url && (
								<ExternalLink href={ url }>
									{ url.replace( /^https?:\/\//, '' ) }
								</ExternalLink>
							),
					},
					{
						title: __( 'Account', 'headless-deploy' ),
						render: ( { accountName } ) => accountName,
					},
					{
						title: __( 'UUID', 'headless-deploy' ),
						render: Uuid,
					},
					{
						title: __( 'Linked to', 'headless-deploy' ),
						render: Links,
					},
					{
						title: __( 'Actions', 'headless-deploy' ),
						isActions: true,
						render: ( install ) =>
							mayWrite( install.accountName ) && (
								<Actions
									install={ install }
									onChange={ () =>
										setOpen( { dialog: 'url', install } )
									}
									onDelete={ () =>
										setOpen( { dialog: 'delete', install } )
									}
								/>
							),
					},
				] }
			/>
			{ open && (
				<Dialog
					install={ open.install }
					onClose={ () => setOpen( null ) }
				/>
			) }
		</Box>
	);
}

/** The WordPress installs that environments are linked to. */
export function Installs() {
	const { mayWrite } = useHost();
	const session = useSession();
	const query = useHostQuery( {
		operation: 'listLocalInstalls',
		topics: [ 'installs', 'environments', 'apps', 'accounts' ],
		key: {},
		read: ( client, signal ) =>
			client.GET( '/_local/installs', { signal } ),
	} );
	const accounts = ( session.data?.accounts ?? [] )
		.map( ( { name } ) => name )
		.filter( mayWrite );
	return (
		<Page title={ __( 'WordPress installs', 'headless-deploy' ) }>
			<p className="hd-lead">
				{ __(
					'Each environment is linked to a WordPress install. Builds get the URL of the install as WORDPRESS_URL.',
					'headless-deploy'
				) }
			</p>
			<Loaded query={ query }>
				{ ( { installs } ) => (
					<>
						{ installs.length === 0 ? (
							<p className="hd-box hd-box--padded hd-section hd-muted">
								{ __(
									'No installs. Add the URL of a WordPress site to link environments to it.',
									'headless-deploy'
								) }
							</p>
						) : (
							<InstallTable installs={ installs } />
						) }
						{ accounts.length > 0 ? (
							<AddInstall
								accounts={ accounts }
								names={ installs.map( ( { name } ) => name ) }
							/>
						) : (
							<ReadOnly />
						) }
					</>
				) }
			</Loaded>
		</Page>
	);
}
