import { ExternalLink } from '@wordpress/components';
import { Link } from 'wouter';
import type { Install } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { useAccountNames } from '../client/session.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ReadOnly } from '../../ui/read-only.tsx';
import { TableBox } from '../../ui/table.tsx';
import { __ } from '../../ui/i18n.ts';
import { uuidOf } from '../labels/uuid.ts';
import { AddInstall, ChangeUrl, DeleteInstall } from './install-forms.tsx';

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
			{ environments.map( ( environment ) => (
				<li key={ environment.id }>
					<Link href={ addresses.ofEnvironment( environment ) }>
						{ `${ environment.appId } / ${ environment.displayName }` }
					</Link>
				</li>
			) ) }
		</ul>
	);
}

function Uuid( { id, name }: Install ) {
	return (
		<span className="hd-copied">
			<code title={ id }>{ id.slice( 0, SHOWN_UUID_CHARACTERS ) }…</code>
			<CopyButton isLink subject={ uuidOf( name ) } text={ id } />
		</span>
	);
}

function Actions( install: Install ) {
	const { name, accountName, environments } = install;
	const { mayWrite } = useHost();
	const button = { variant: 'link', about: name } as const;
	return (
		mayWrite( accountName ) && (
			<>
				<DialogButton
					{ ...button }
					label={ __( 'Change URL', 'headless-deploy' ) }
				>
					{ ( onClose ) => (
						<ChangeUrl install={ install } onClose={ onClose } />
					) }
				</DialogButton>
				{ environments.length === 0 && (
					<DialogButton
						{ ...button }
						label={ __( 'Delete', 'headless-deploy' ) }
					>
						{ ( onClose ) => (
							<DeleteInstall
								install={ install }
								onClose={ onClose }
							/>
						) }
					</DialogButton>
				) }
			</>
		)
	);
}

function Url( { url }: Install ) {
	return (
		url && (
			<ExternalLink href={ url }>
				{ url.replace( /^https?:\/\//, '' ) }
			</ExternalLink>
		)
	);
}

function InstallTable( { installs }: { installs: readonly Install[] } ) {
	return (
		<TableBox
			caption={ __( 'WordPress installs', 'headless-deploy' ) }
			rows={ installs }
			empty={ __(
				'No installs. Add the URL of a WordPress site to link environments to it.',
				'headless-deploy'
			) }
			keyOf={ ( { name } ) => name }
			columns={ [
				{
					title: __( 'Name', 'headless-deploy' ),
					render: ( { name } ) => <code>{ name }</code>,
				},
				{ title: __( 'URL', 'headless-deploy' ), render: Url },
				{
					title: __( 'Account', 'headless-deploy' ),
					render: ( { accountName } ) => accountName,
				},
				{ title: __( 'UUID', 'headless-deploy' ), render: Uuid },
				{
					title: __( 'Linked to', 'headless-deploy' ),
					render: Links,
				},
				{
					title: __( 'Actions', 'headless-deploy' ),
					isActions: true,
					render: ( install ) => <Actions { ...install } />,
				},
			] }
		/>
	);
}

/** The WordPress installs that environments are linked to. */
export function Installs() {
	const { mayWrite } = useHost();
	const accounts = useAccountNames().filter( mayWrite );
	const query = useHostGet( '/_local/installs', [
		'installs',
		'environments',
		'apps',
		'accounts',
	] );
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
						<InstallTable installs={ installs } />
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
