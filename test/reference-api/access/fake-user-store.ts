/** Users in memory, and passwords that are cheap to check. */
import type { StoredUser } from '../../../src/reference-api/store/users.ts';
import { Users } from '../../../src/reference-api/access/users.ts';
import type { UserStore } from '../../../src/reference-api/access/users.ts';

/** As little work as scrypt can be. */
export const CHEAP = { logCost: 1, blockSize: 1, parallel: 1 };

export const NOW = new Date( '2026-11-21T08:00:00Z' );

/** Keeps users in a map that tests look into. */
export function fakeUserStore() {
	const rows = new Map< string, StoredUser >();
	const accounts = [ 'acme', 'globex' ].map( ( name ) => ( {
		name,
		id: name,
	} ) );
	const store: UserStore = {
		users: {
			all: async () =>
				[ ...rows.values() ].sort( ( a, b ) =>
					a.id < b.id ? -1 : 1
				),
			hasOtherWriter: async ( id ) =>
				[ ...rows.values() ].some(
					( user ) => user.role === 'write' && user.id !== id
				),
			find: async ( id ) => rows.get( id ) ?? null,
			save: async ( user ) => void rows.set( user.id, user ),
			delete: async ( id ) => rows.delete( id ),
		},
		accounts: {
			find: async ( name ) =>
				accounts.find( ( one ) => one.name === name ) ?? null,
			first: async ( limit ) => accounts.slice( 0, limit ),
		},
		write: ( work ) => work( store ),
	};
	return { store, rows };
}

/** Users in memory; `signedOut` holds the ids of those whose sessions had to end. */
export function fakeUsers() {
	const { store, rows } = fakeUserStore();
	const signedOut: string[] = [];
	const users = new Users( {
		store,
		now: () => NOW,
		signOut: ( id ) => signedOut.push( id ),
		cost: CHEAP,
	} );
	return { users, rows, signedOut };
}
