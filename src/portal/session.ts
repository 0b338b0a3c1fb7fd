import { useQuery } from '@tanstack/react-query';
import {
	createPlatformClient,
	bodyOf,
} from '../platform-client/platform-client.ts';
import type { Answer } from '../shared/platform-api.generated.ts';

export type Session = Answer< 'readSession' >;

export const client = createPlatformClient( { baseUrl: '' } );

/** As in the session of the hosting screens, so that it is requested once. */
export const SESSION_KEY = [ '/_local/session', {} ] as const;

/** Who is signed in; an error with status 401 if no one is. */
export function useSession() {
	return useQuery( {
		queryKey: SESSION_KEY,
		meta: { topics: [ 'users', 'accounts', 'faults' ] },
		queryFn: ( { signal } ) =>
			bodyOf( client.GET( '/_local/session', { signal } ) ),
	} );
}

export function signIn( user: string, password: string ): Promise< Session > {
	return bodyOf(
		client.POST( '/_local/session', { body: { user, password } } )
	);
}

export function signOut(): Promise< unknown > {
	return bodyOf( client.DELETE( '/_local/session' ) );
}

/** Whether the user may change something in an account. */
export function mayWrite( { accounts }: Session, account: string ): boolean {
	return accounts.some(
		( { name, role } ) => name === account && role === 'write'
	);
}
