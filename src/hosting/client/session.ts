import type { Answer } from '../../shared/platform-api.generated.ts';
import { useHost } from './host.ts';
import { useHostQuery } from './queries.ts';

export type Session = Answer< 'readSession' >;

/** Who is signed in to the platform. Only the portal has sessions, and the screens that need one. */
export function useSession() {
	const { has } = useHost();
	return useHostQuery< Session >( {
		operation: 'readSession',
		topics: [ 'users', 'accounts', 'faults' ],
		key: {},
		read: ( client, signal ) => client.GET( '/_local/session', { signal } ),
		enabled: has( 'readSession' ),
	} );
}

/** Whether the user may change API users, fault rules and the journal. */
export function useMayWritePlatform(): boolean {
	return useSession().data?.role === 'write';
}
