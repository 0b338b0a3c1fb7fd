import { Route, Switch } from 'wouter';
import { addresses } from './addresses.ts';
import { NotFound } from './components/not-found.tsx';
import { Overview } from './environments/overview.tsx';
import { useHost } from './client/host.ts';
import type { EnvironmentPath } from './client/host.ts';
import { DirectApp, DirectApps } from './direct/direct-apps.tsx';
import { DirectEnvironment } from './direct/direct-environment.tsx';
import { BuildPage } from './builds/build-page.tsx';
import { Builds } from './builds/builds.tsx';
import { Cache } from './cache/cache.tsx';
import { AccountUsage, EnvironmentUsage } from './usage/usage.tsx';
import { Output } from './log/output.tsx';
import { Accounts } from './accounts/accounts.tsx';
import { Apps, AppScreen } from './apps/apps.tsx';
import { NewApp } from './apps/new-app.tsx';
import { NewEnvironment } from './environments/new-environment.tsx';
import { Faults } from './faults/faults.tsx';
import { Installs } from './installs/installs.tsx';
import { RequestPage } from './requests/request-page.tsx';
import { Requests } from './requests/requests.tsx';
import { Settings } from './settings/settings.tsx';
import { Users } from './users/users.tsx';
import { VariablesScreen } from './variables/variables.tsx';

/** Without the other parameters of an address, so that all screens of an environment share its answers. */
function pathOf( { account, app, environment }: EnvironmentPath ) {
	return { account, app, environment };
}

/** The hosting screens by their addresses. */
export function HostingScreens() {
	const { has } = useHost();
	return (
		<Switch>
			<Route path="/accounts/:account">
				{ ( { account } ) =>
					has( 'listAppSummaries' ) ? (
						<Apps key={ account } account={ account } />
					) : (
						<DirectApps account={ account } />
					)
				}
			</Route>
			<Route path="/accounts/:account/new">
				{ ( { account } ) => <NewApp account={ account } /> }
			</Route>
			<Route path="/accounts/:account/apps/:app">
				{ ( params ) =>
					has( 'listAppSummaries' ) ? (
						<AppScreen { ...params } />
					) : (
						<DirectApp { ...params } />
					)
				}
			</Route>
			<Route path="/accounts/:account/apps/:app/new">
				{ ( { account, app } ) => (
					<NewEnvironment account={ account } app={ app } />
				) }
			</Route>
			<Route path="/accounts/:account/apps/:app/environments/:environment">
				{ ( path ) =>
					has( 'readEnvironmentSummary' ) ? (
						<Overview key={ path.environment } path={ path } />
					) : (
						<DirectEnvironment path={ path } />
					)
				}
			</Route>
			<Route path="/accounts/:account/apps/:app/environments/:environment/builds">
				{ ( params ) => (
					<Builds path={ pathOf( params ) } tokens={ [] } />
				) }
			</Route>
			<Route path="/accounts/:account/apps/:app/environments/:environment/builds/older/*">
				{ ( { '*': tokens, ...params } ) => (
					<Builds
						path={ pathOf( params ) }
						tokens={ tokens.split( '/' ) }
					/>
				) }
			</Route>
			<Route path="/accounts/:account/apps/:app/environments/:environment/builds/:number/:line?">
				{ ( { number, line, ...params } ) => (
					<BuildPage
						key={ number }
						path={ pathOf( params ) }
						number={ number }
						line={ line }
					/>
				) }
			</Route>
			<Route path="/accounts/:account/apps/:app/environments/:environment/output/:line?">
				{ ( { line, ...params } ) => (
					<Output path={ pathOf( params ) } line={ line } />
				) }
			</Route>
			<Route path="/accounts/:account/apps/:app/environments/:environment/settings">
				{ ( path ) => (
					<Settings key={ path.environment } path={ path } />
				) }
			</Route>
			<Route path={ addresses.accounts } component={ Accounts } />
			<Route path="/accounts/:account/apps/:app/environments/:environment/variables">
				{ ( path ) => (
					<VariablesScreen key={ path.environment } path={ path } />
				) }
			</Route>
			<Route path="/accounts/:account/apps/:app/environments/:environment/cache">
				{ ( params ) => <Cache path={ pathOf( params ) } /> }
			</Route>
			<Route path="/accounts/:account/apps/:app/environments/:environment/usage">
				{ ( params ) => <EnvironmentUsage path={ pathOf( params ) } /> }
			</Route>
			<Route path="/accounts/:account/usage">
				{ ( { account } ) => (
					<AccountUsage key={ account } account={ account } />
				) }
			</Route>
			<Route path={ addresses.installs } component={ Installs } />
			<Route path={ addresses.users } component={ Users } />
			<Route path={ addresses.faults } component={ Faults } />
			<Route path={ addresses.requests } component={ Requests } />
			<Route path="/requests/:number">
				{ ( { number } ) => <RequestPage number={ number } /> }
			</Route>
			<Route>
				<NotFound />
			</Route>
		</Switch>
	);
}
