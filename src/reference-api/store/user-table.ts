import type { Account, ApiUser } from '../model/hosting.ts';

/** An API user as it is kept: with the hash of its password. */
export interface StoredUser extends ApiUser {
	/** As `hashPassword()` writes it. */
	passwordHash: string;
}

/** Where API users are kept. */
export interface UserTable {
	/** All users, by id. */
	all: () => Promise< StoredUser[] >;
	find: ( id: string ) => Promise< StoredUser | null >;
	/** Adds a user, or gives a known one another name, role and password. */
	save: ( user: StoredUser ) => Promise< void >;
	/** Deletes a user; false when there was none. */
	delete: ( id: string ) => Promise< boolean >;
}

/** What the users need of the store. */
export interface UserTables {
	users: UserTable;
	accounts: { all: () => Promise< Account[] > };
}

/** The tables, and a way to change them. */
export interface UserStore extends UserTables {
	/** Changes several things at once; answers when they are on the disk. */
	write: < T >(
		work: ( tables: UserTables ) => Promise< T >
	) => Promise< T >;
}
