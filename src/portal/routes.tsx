import { lazy } from '@wordpress/element';
import { Route } from 'wouter';
import { Accounts } from '../hosting/accounts/accounts.tsx';
import { addresses } from '../hosting/addresses.ts';
import { Faults } from '../hosting/faults/faults.tsx';
import { Installs } from '../hosting/installs/installs.tsx';
import { RequestPage } from '../hosting/requests/request-page.tsx';
import { Requests } from '../hosting/requests/requests.tsx';
import { Users } from '../hosting/users/users.tsx';

const ApiReference = lazy( () => import( './api-reference.tsx' ) );

/** The screens that wp-admin does not have: the plugin forwards no requests of API users, installs, faults and the journal. */
export const portalRoutes = (
	<>
		<Route path="/api" component={ ApiReference } />
		<Route path={ addresses.accounts } component={ Accounts } />
		<Route path={ addresses.installs } component={ Installs } />
		<Route path={ addresses.users } component={ Users } />
		<Route path={ addresses.faults } component={ Faults } />
		<Route path={ addresses.requests } component={ Requests } />
		<Route path="/requests/:number">
			{ ( { number } ) => <RequestPage number={ number } /> }
		</Route>
	</>
);
