import { useHost } from './host.ts';
import { useHostGet } from './queries.ts';

/** Who is signed in to the platform. Only the portal has sessions, and the screens that need one. */
export function useSession() {
	const { has } = useHost();
	return useHostGet( '/_local/session', [ 'users', 'accounts', 'faults' ], {
		enabled: has( 'readSession' ),
	} );
}

/** The names of the accounts that the user sees. */
export function useAccountNames(): string[] {
	const { data } = useSession();
	return ( data?.accounts ?? [] ).map( ( { name } ) => name );
}

/** Whether the user may change API users, fault rules and the journal. */
export function useMayWritePlatform(): boolean {
	return useSession().data?.role === 'write';
}
