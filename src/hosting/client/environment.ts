import { useHost } from './host.ts';
import type { EnvironmentPath } from './host.ts';
import { useHostGet } from './queries.ts';

/** An environment with what it serves and what happens to it. Not all hosts report that. */
export function useEnvironmentSummary( path: EnvironmentPath ) {
	const { has } = useHost();
	return useHostGet(
		'/_local/accounts/{account}/apps/{app}/environments/{environment}/summary',
		[ 'environments', 'builds', 'installs', 'cache', 'usage' ],
		{ path: { ...path }, enabled: has( 'readEnvironmentSummary' ) }
	);
}

/** The build that visitors get; null while there is none, or before it is known. */
export function useServed( path: EnvironmentPath ) {
	return useEnvironmentSummary( path ).data?.served ?? null;
}
