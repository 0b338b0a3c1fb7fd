import { Route, Switch } from 'wouter';
import { Page } from './components/page.tsx';
import { __ } from './i18n.ts';
import { Apps } from './apps/apps.tsx';

/** The hosting screens by their addresses. */
export function HostingScreens() {
	return (
		<Switch>
			<Route path="/accounts/:account">
				{ ( { account } ) => (
					<Apps key={ account } account={ account } />
				) }
			</Route>
			<Route>
				<Page title={ __( 'Not found', 'headless-deploy' ) }>
					<p>
						{ __(
							'There is no page at this address.',
							'headless-deploy'
						) }
					</p>
				</Page>
			</Route>
		</Switch>
	);
}
