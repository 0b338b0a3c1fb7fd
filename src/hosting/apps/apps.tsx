import { useState } from '@wordpress/element';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import { useHostQuery } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Empty } from '../components/box.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { Loaded } from '../components/loaded.tsx';
import { NotFound } from '../components/not-found.tsx';
import { Page } from '../components/page.tsx';
import { __, sprintf } from '../i18n.ts';
import { regionLabel } from '../labels/environment.ts';
import type { AppSummary } from '../../shared/platform-api.generated.ts';
import { useApps } from './app-list.ts';
import { DeleteApp } from './delete-app.tsx';
import { EnvironmentRow } from './environment-row.tsx';

interface AppProps {
	account: string;
	app: AppSummary;
}

function AppActions( { account, app }: AppProps ) {
	const { has } = useHost();
	const [ isDeleting, setDeleting ] = useState( false );
	const { appId } = app;
	return (
		<span className="hd-app__actions">
			<Link href={ addresses.newEnvironment( account, appId ) }>
				{ __( 'Add an environment', 'headless-deploy' ) }
				<span className="screen-reader-text">
					{ sprintf(
						/* translators: %s: name of an app. */
						__( 'to %s', 'headless-deploy' ),
						appId
					) }
				</span>
			</Link>
			{ has( 'deleteApp' ) && (
				<ActionButton
					variant="link"
					isDestructive
					label={ sprintf(
						/* translators: %s: name of an app. */
						__( 'Delete %s', 'headless-deploy' ),
						appId
					) }
					onClick={ () => setDeleting( true ) }
				>
					{ __( 'Delete', 'headless-deploy' ) }
				</ActionButton>
			) }
			{ isDeleting && (
				<DeleteApp
					account={ account }
					app={ app }
					onClose={ () => setDeleting( false ) }
				/>
			) }
		</span>
	);
}

function App( { account, app }: AppProps ) {
	const { mayWrite } = useHost();
	const { appId, region, environments } = app;
	return (
		<section className="hd-section hd-box" aria-label={ appId }>
			<header className="hd-app__head">
				<h2>
					<Link
						className="hd-plain-link"
						href={ addresses.app( account, appId ) }
					>
						{ appId }
					</Link>
				</h2>
				<span className="hd-hint">{ regionLabel( region ) }</span>
				{ mayWrite( account ) && (
					<AppActions account={ account } app={ app } />
				) }
			</header>
			{ environments.length === 0 ? (
				<p className="hd-app__empty hd-muted">
					{ __(
						'No environments yet. An environment, such as Production, has its own code and its own address.',
						'headless-deploy'
					) }
				</p>
			) : (
				<ul>
					{ environments.map( ( environment ) => (
						<EnvironmentRow
							key={ environment.id }
							environment={ environment }
						/>
					) ) }
				</ul>
			) }
		</section>
	);
}

function Installs( { account }: { account: string } ) {
	const { has } = useHost();
	const installs = useHostQuery( {
		operation: 'listLocalInstalls',
		topics: [ 'installs' ],
		key: {},
		read: ( client, signal ) =>
			client.GET( '/_local/installs', { signal } ),
		enabled: has( 'saveInstall' ),
	} );
	const names = installs.data?.installs
		.filter( ( { accountName } ) => accountName === account )
		.map( ( { name } ) => name );
	return names === undefined ? null : (
		<section className="hd-section hd-box hd-box--padded hd-line">
			<div>
				<h2>{ __( 'WordPress installs', 'headless-deploy' ) }</h2>
				<p className="hd-hint">
					{ names.length === 0
						? __( 'None yet.', 'headless-deploy' )
						: sprintf(
								/* translators: %s: names of WordPress installs. */
								__(
									'%s. Environments are linked to these names.',
									'headless-deploy'
								),
								names.join( ', ' )
							) }
				</p>
			</div>
			<LinkButton href={ addresses.installs }>
				{ __( 'See installs', 'headless-deploy' ) }
			</LinkButton>
		</section>
	);
}

function CreateApp( { account }: { account: string } ) {
	return (
		<LinkButton variant="primary" href={ addresses.newApp( account ) }>
			{ __( 'Create an app', 'headless-deploy' ) }
		</LinkButton>
	);
}

function NoApps( { account }: { account: string } ) {
	const { mayWrite } = useHost();
	return (
		<Empty title={ __( 'No apps yet', 'headless-deploy' ) }>
			<p className="hd-muted">
				{ __(
					'An app has environments, such as Production and Staging. Create an app, add an environment, then upload a zip of the code.',
					'headless-deploy'
				) }
			</p>
			{ mayWrite( account ) && <CreateApp account={ account } /> }
		</Empty>
	);
}

/** The applications of an account with their environments. */
export function Apps( { account }: { account: string } ) {
	const { mayWrite } = useHost();
	const apps = useApps( account );
	const isEmpty = apps.data?.apps.length === 0;
	return (
		<Page
			title={ __( 'Apps', 'headless-deploy' ) }
			tabTitle={ sprintf(
				/* translators: %s: name of an account. */
				__( 'Apps · %s', 'headless-deploy' ),
				account
			) }
			buttons={
				mayWrite( account ) &&
				! isEmpty && <CreateApp account={ account } />
			}
		>
			<Loaded query={ apps }>
				{ ( list ) =>
					isEmpty ? (
						<NoApps account={ account } />
					) : (
						<>
							{ list.apps.map( ( app ) => (
								<App
									key={ app.appId }
									account={ account }
									app={ app }
								/>
							) ) }
							<Installs account={ account } />
						</>
					)
				}
			</Loaded>
		</Page>
	);
}

/** One application with its environments. */
export function AppScreen( {
	account,
	app,
}: {
	account: string;
	app: string;
} ) {
	const apps = useApps( account );
	return (
		<Loaded query={ apps }>
			{ ( list ) => {
				const found = list.apps.find( ( { appId } ) => appId === app );
				return found ? (
					<Page
						title={ app }
						crumbs={ [
							{ name: account, href: addresses.apps( account ) },
						] }
					>
						<App account={ account } app={ found } />
					</Page>
				) : (
					<NotFound
						message={ sprintf(
							/* translators: %s: name of an app. */
							__( 'There is no app “%s”.', 'headless-deploy' ),
							app
						) }
						account={ account }
					/>
				);
			} }
		</Loaded>
	);
}
