import type { StoredUser, UserTable } from '../access/user-table.ts';
import type { Membership } from '../lib/model.ts';
import { query, Repository } from './query.ts';
import type { Row } from './tables.ts';

const ALL = query( ( sql ) =>
	sql.selectFrom( 'users' ).selectAll().orderBy( 'id' )
);

const FIND = query( ( sql, { id }: { id: string } ) =>
	sql.selectFrom( 'users' ).selectAll().where( 'id', '=', id )
);

const SAVE = query( ( sql, row: Row< 'users' > ) =>
	sql
		.insertInto( 'users' )
		.values( {
			id: row.id,
			name: row.name,
			role: row.role,
			accounts: row.accounts,
			password_hash: row.password_hash,
			create_time: row.create_time,
			created_by: row.created_by,
		} )
		.onConflict( ( conflict ) =>
			conflict.column( 'id' ).doUpdateSet( ( { ref } ) => ( {
				name: ref( 'excluded.name' ),
				role: ref( 'excluded.role' ),
				accounts: ref( 'excluded.accounts' ),
				password_hash: ref( 'excluded.password_hash' ),
			} ) )
		)
);

const DELETE = query( ( sql, { id }: { id: string } ) =>
	sql.deleteFrom( 'users' ).where( 'id', '=', id )
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

/** Keeps the API users. */
export class UserRepository extends Repository implements UserTable {
	/** Answers all users, by id. */
	async all(): Promise< StoredUser[] > {
		return ( await this.list( ALL, {} ) ).map( toUser );
	}

	/** Answers a user, or null. */
	async find( id: string ): Promise< StoredUser | null > {
		const row = await this.first( FIND, { id } );
		return row ? toUser( row ) : null;
	}

	/**
	 * Adds a user, or gives a known one another name, role, accounts and password.
	 */
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

	/**
	 * Deletes a user.
	 *
	 * @return False when there was none.
	 */
	async delete( id: string ): Promise< boolean > {
		return ( await this.run( DELETE, { id } ) ) > 0;
	}
}
