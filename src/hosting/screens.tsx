import type { ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Overview } from './environments/overview.tsx';
import { useHost } from './client/host.ts';
import type { EnvironmentPath } from './client/host.ts';
import { DirectApp, DirectApps, DirectEnvironment } from './direct/direct.tsx';
import { BuildPage } from './builds/build-page.tsx';
import { Builds } from './builds/builds.tsx';
import { Cache } from './cache/cache.tsx';
import { AccountUsage, EnvironmentUsage } from './usage/usage.tsx';
import { Output } from './log/output.tsx';
import { Apps, AppScreen } from './apps/apps.tsx';
import { NewApp } from './apps/app-forms.tsx';
import { NewEnvironment } from './environments/new-environment.tsx';
import { Settings } from './settings/settings.tsx';
import { VariablesScreen } from './variables/variables.tsx';

/** Without the other parameters of an address, so that all screens of an environment share its answers. */
function pathOf( { account, app, environment }: EnvironmentPath ) {
	return { account, app, environment };
}

interface Props {
	/** The routes of screens that only this home has: `Route` elements or a fragment of them. */
	children?: ReactNode;
}

/** The hosting screens by their addresses. */
export function HostingScreens( { children }: Props ) {
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
				{ ( params ) => (
					<Settings
						key={ params.environment }
						path={ pathOf( params ) }
					/>
				) }
			</Route>
			<Route path="/accounts/:account/apps/:app/environments/:environment/variables">
				{ ( params ) => (
					<VariablesScreen
						key={ params.environment }
						path={ pathOf( params ) }
					/>
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
			{ children }
			<Route>
				<NotFoundScreen />
			</Route>
		</Switch>
	);
}
