import { Route, Switch } from 'wouter';
import { addresses } from './addresses.ts';
import { NotFound } from './components/not-found.tsx';
import { Overview } from './environments/overview.tsx';
import { Apps } from './apps/apps.tsx';
import { Installs } from './installs/installs.tsx';

/** The hosting screens by their addresses. */
export function HostingScreens() {
	return (
		<Switch>
			<Route path="/accounts/:account">
				{ ( { account } ) => (
					<Apps key={ account } account={ account } />
				) }
			</Route>
			<Route path="/accounts/:account/apps/:app/environments/:environment">
				{ ( path ) => (
					<Overview key={ path.environment } path={ path } />
				) }
			</Route>
			<Route path={ addresses.installs } component={ Installs } />
			<Route>
				<NotFound />
			</Route>
		</Switch>
	);
}
