import type { Account } from '../lib/model.ts';
import { query, Repository } from './query.ts';
import type { Row } from './tables.ts';

const ALL = query( ( sql ) =>
	sql.selectFrom( 'accounts' ).selectAll().orderBy( 'name' )
);

const FIND = query( ( sql, { name }: { name: string } ) =>
	sql.selectFrom( 'accounts' ).selectAll().where( 'name', '=', name )
);

const ADD = query( ( sql, row: Row< 'accounts' > ) =>
	sql.insertInto( 'accounts' ).values( {
		name: row.name,
		id: row.id,
		create_time: row.create_time,
	} )
);

function toAccount( { name, id }: Row< 'accounts' > ): Account {
	return { name, id };
}

/** Keeps the accounts. */
export class AccountRepository extends Repository {
	/** Answers all accounts, by name. */
	async all(): Promise< Account[] > {
		return ( await this.list( ALL, {} ) ).map( toAccount );
	}

	/** Answers an account, or null. */
	async find( name: string ): Promise< Account | null > {
		const row = await this.first( FIND, { name } );
		return row ? toAccount( row ) : null;
	}

	/**
	 * Adds an account.
	 *
	 * @param createTime When it was made.
	 */
	async add( account: Account, createTime: Date ): Promise< void > {
		await this.run( ADD, {
			...account,
			create_time: createTime.getTime(),
		} );
	}
}
