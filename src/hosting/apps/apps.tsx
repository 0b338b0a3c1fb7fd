import { Link } from 'wouter';
import type { AppSummary } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHost } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { Empty } from '../../ui/box.tsx';
import { Command } from '../../ui/copy.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { regionLabel } from '../labels/environment.ts';
import { DeleteApp } from './app-forms.tsx';
import { useApps } from './app-list.ts';
import { EnvironmentRow } from './environment-row.tsx';

interface AccountProps {
	account: string;
}

interface AppProps extends AccountProps {
	app: AppSummary;
}

function AppActions( { account, app }: AppProps ) {
	const { has } = useHost();
	/* translators: %s: name of an app. */
	const toApp = __( 'to %s', 'headless-deploy' );
	return (
		<span className="hd-app__actions">
			<Link href={ addresses.newEnvironment( account, app.appId ) }>
				{ __( 'Add an environment', 'headless-deploy' ) }
				<span className="screen-reader-text">
					{ sprintf( toApp, app.appId ) }
				</span>
			</Link>
			{ has( 'deleteApp' ) && (
				<DialogButton
					variant="link"
					isDestructive
					label={ __( 'Delete', 'headless-deploy' ) }
					about={ app.appId }
				>
					{ ( onClose ) => (
						<DeleteApp { ...{ account, app, onClose } } />
					) }
				</DialogButton>
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
			{ environments.length === 0 && (
				<p className="hd-app__empty hd-muted">
					{ __(
						'No environments yet. An environment, such as Production, has its own code and its own address.',
						'headless-deploy'
					) }
				</p>
			) }
			<ul>
				{ environments.map( ( one ) => (
					<EnvironmentRow key={ one.id } environment={ one } />
				) ) }
			</ul>
		</section>
	);
}

function Installs( { account }: AccountProps ) {
	const { has } = useHost();
	const { data } = useHostGet( '/_local/installs', [ 'installs' ], {
		enabled: has( 'saveInstall' ),
	} );
	if ( data === undefined ) {
		return null;
	}
	const names = data.installs
		.filter( ( { accountName } ) => accountName === account )
		.map( ( { name } ) => name );
	/* translators: %s: names of WordPress installs. */
	const text = __(
		'%s. Environments are linked to these names.',
		'headless-deploy'
	);
	return (
		<section className="hd-section hd-box hd-box--padded hd-line">
			<div>
				<h2>{ __( 'WordPress installs', 'headless-deploy' ) }</h2>
				<p className="hd-hint">
					{ names.length === 0
						? __( 'None yet.', 'headless-deploy' )
						: sprintf( text, names.join( ', ' ) ) }
				</p>
			</div>
			<LinkButton href={ addresses.installs }>
				{ __( 'See installs', 'headless-deploy' ) }
			</LinkButton>
		</section>
	);
}

function CreateApp( { account }: AccountProps ) {
	return (
		<LinkButton variant="primary" href={ addresses.newApp( account ) }>
			{ __( 'Create an app', 'headless-deploy' ) }
		</LinkButton>
	);
}

/** The call that creates an application, without the password: curl asks for it. */
function CreateCommand( { account }: AccountProps ) {
	const { api } = useHost();
	if ( api === null ) {
		return null;
	}
	const url = `${ api.url }/v1${ addresses.apps( account ) }/apps?appId=my-app`;
	return (
		<Command
			hint={ __(
				'Or create it from a terminal. curl asks for the password of the API user.',
				'headless-deploy'
			) }
			text={ `curl -u '${ api.user }' -H 'Content-Type: application/json' -d '{"region":"regions/US-C","uploadable":{}}' '${ url }'` }
		/>
	);
}

function NoApps( { account }: AccountProps ) {
	const { mayWrite } = useHost();
	return (
		<Empty title={ __( 'No apps yet', 'headless-deploy' ) }>
			<p className="hd-muted">
				{ __(
					'An app has environments, such as Production and Staging. Create an app, add an environment, then upload a zip of the code.',
					'headless-deploy'
				) }
			</p>
			{ mayWrite( account ) && (
				<>
					<CreateApp account={ account } />
					<CreateCommand account={ account } />
				</>
			) }
		</Empty>
	);
}

/** The applications of an account with their environments. */
export function Apps( { account }: AccountProps ) {
	const { mayWrite } = useHost();
	const query = useApps( account );
	const isEmpty = query.data?.apps.length === 0;
	/* translators: %s: name of an account. */
	const tabTitle = __( 'Apps · %s', 'headless-deploy' );
	return (
		<Page
			title={ __( 'Apps', 'headless-deploy' ) }
			tabTitle={ sprintf( tabTitle, account ) }
			buttons={
				mayWrite( account ) &&
				! isEmpty && <CreateApp account={ account } />
			}
		>
			<Loaded query={ query }>
				{ ( { apps } ) =>
					isEmpty ? (
						<NoApps account={ account } />
					) : (
						<>
							{ apps.map( ( app ) => (
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
	app: name,
}: AccountProps & { app: string } ) {
	/* translators: %s: name of an app. */
	const missing = __( 'The app “%s” does not exist.', 'headless-deploy' );
	return (
		<Loaded query={ useApps( account ) }>
			{ ( { apps } ) => {
				const app = apps.find( ( { appId } ) => appId === name );
				return app ? (
					<Page
						title={ name }
						crumbs={ [
							{ name: account, href: addresses.apps( account ) },
						] }
					>
						<App account={ account } app={ app } />
					</Page>
				) : (
					<NotFoundScreen message={ sprintf( missing, name ) } />
				);
			} }
		</Loaded>
	);
}
