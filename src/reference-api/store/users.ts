import type { ApiUser, Membership } from '../model/hosting.ts';
import { Repository } from './repository.ts';
import type { Row } from './row.ts';

export interface StoredUser extends ApiUser {
	/** As `hashPassword()` writes it. */
	passwordHash: string;
}

function toUser( row: Row< StoredUser > ): StoredUser {
	return {
		...row,
		accounts: JSON.parse( row.accounts ) as Membership[],
		createTime: new Date( row.createTime ),
	};
}

export class UserRepository extends Repository {
	/** Returns all users, by id. */
	async all(): Promise< StoredUser[] > {
		const rows = await this.slices< Row< StoredUser > >( ( last, limit ) =>
			this.db.all(
				'SELECT * FROM users WHERE id > :id ORDER BY id LIMIT :limit',
				{ id: last?.id ?? '', limit }
			)
		);
		return rows.map( toUser );
	}

	async find( id: string ): Promise< StoredUser | null > {
		const row = await this.db.first< Row< StoredUser > >(
			'SELECT * FROM users WHERE id = :id',
			{ id }
		);
		return row ? toUser( row ) : null;
	}

	/** Returns whether a user other than this one has the role write on the whole platform. */
	async hasOtherWriter( id: string ): Promise< boolean > {
		const row = await this.db.first(
			"SELECT 1 FROM users WHERE role = 'write' AND id != :id LIMIT 1",
			{ id }
		);
		return row !== undefined;
	}

	/** Adds a user, or changes the name, role, accounts and password of an existing one. */
	async save( user: StoredUser ): Promise< void > {
		await this.db.run(
			`INSERT INTO users (id, name, role, accounts, passwordHash, createTime, createdBy)
			VALUES (:id, :name, :role, :accounts, :passwordHash, :createTime, :createdBy)
			ON CONFLICT (id) DO UPDATE SET
				name = excluded.name, role = excluded.role, accounts = excluded.accounts,
				passwordHash = excluded.passwordHash`,
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
