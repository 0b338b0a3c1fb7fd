import type { AppSummary } from '../../shared/platform-api.generated.ts';
import { useHostQuery } from '../client/queries.ts';

/** The applications of an account with their environments. */
export function useApps( account: string ) {
	return useHostQuery< { apps: AppSummary[] } >( {
		operation: 'listAppSummaries',
		topics: [ 'apps', 'environments', 'builds' ],
		key: { account },
		read: ( client, signal ) =>
			client.GET( '/_local/accounts/{account}/apps', {
				params: { path: { account } },
				signal,
			} ),
	} );
}
