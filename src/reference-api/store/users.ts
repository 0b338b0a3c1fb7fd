import type { StoredUser, UserTable } from './user-table.ts';
import type { Membership } from '../model/hosting.ts';
import { Repository, statement } from './repository.ts';
import type { Row } from './tables.ts';

const ALL = statement< object, Row< 'users' > >(
	'SELECT * FROM users ORDER BY id'
);

const FIND = statement< { id: string }, Row< 'users' > >(
	'SELECT * FROM users WHERE id = :id'
);

const SAVE = statement< Row< 'users' > >( `
	INSERT INTO users (
		id, name, role, accounts, password_hash, create_time, created_by
	) VALUES (
		:id, :name, :role, :accounts, :password_hash, :create_time, :created_by
	)
	ON CONFLICT (id) DO UPDATE SET
		name = excluded.name, role = excluded.role, accounts = excluded.accounts,
		password_hash = excluded.password_hash
` );

const DELETE = statement< { id: string } >(
	'DELETE FROM users WHERE id = :id'
);

function toUser( row: Row< 'users' > ): StoredUser {
	return {
		id: row.id,
		name: row.name,
		role: row.role,
		accounts: JSON.parse( row.accounts ) as Membership[],
		passwordHash: row.password_hash,
		createTime: new Date( row.create_time ),
		createdBy: row.created_by,
	};
}

export class UserRepository extends Repository implements UserTable {
	/** Returns all users, by id. */
	async all(): Promise< StoredUser[] > {
		return ( await this.list( ALL, {} ) ).map( toUser );
	}

	async find( id: string ): Promise< StoredUser | null > {
		const row = await this.first( FIND, { id } );
		return row ? toUser( row ) : null;
	}

	/** Adds a user, or gives a known one another name, role, accounts and password. */
	async save( user: StoredUser ): Promise< void > {
		await this.run( SAVE, {
			id: user.id,
			name: user.name,
			role: user.role,
			accounts: JSON.stringify( user.accounts ),
			password_hash: user.passwordHash,
			create_time: user.createTime.getTime(),
			created_by: user.createdBy,
		} );
	}

	async delete( id: string ): Promise< boolean > {
		return ( await this.run( DELETE, { id } ) ) > 0;
	}
}
