import { useHostGet } from '../client/queries.ts';

/** The applications of an account with their environments. */
export function useApps( account: string, enabled = true ) {
	return useHostGet(
		'/_local/accounts/{account}/apps',
		[ 'apps', 'environments', 'builds' ],
		{ path: { account }, enabled }
	);
}
