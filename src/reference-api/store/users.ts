import type { ApiUser, Membership } from '../model/hosting.ts';
import { Repository } from './repository.ts';
import type { UserRow } from './tables.ts';

export interface StoredUser extends ApiUser {
	/** As `hashPassword()` writes it. */
	passwordHash: string;
}

function toUser( row: UserRow ): StoredUser {
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

export class UserRepository extends Repository {
	/** Returns all users, by id. */
	async all(): Promise< StoredUser[] > {
		const rows = await this.db.all< UserRow >(
			'SELECT * FROM users ORDER BY id'
		);
		return rows.map( toUser );
	}

	async find( id: string ): Promise< StoredUser | null > {
		const row = await this.db.first< UserRow >(
			'SELECT * FROM users WHERE id = :id',
			{ id }
		);
		return row ? toUser( row ) : null;
	}

	/** Adds a user, or changes the name, role, accounts and password of an existing one. */
	async save( user: StoredUser ): Promise< void > {
		await this.db.run(
			`INSERT INTO users (id, name, role, accounts, password_hash, create_time, created_by)
			VALUES (:id, :name, :role, :accounts, :passwordHash, :createTime, :createdBy)
			ON CONFLICT (id) DO UPDATE SET
				name = excluded.name, role = excluded.role, accounts = excluded.accounts,
				password_hash = excluded.password_hash`,
			{
				...user,
				accounts: JSON.stringify( user.accounts ),
				createTime: user.createTime.getTime(),
			}
		);
	}

	async delete( id: string ): Promise< boolean > {
		const deleted = await this.db.run( 'DELETE FROM users WHERE id = :id', {
			id,
		} );
		return deleted > 0;
	}
}
