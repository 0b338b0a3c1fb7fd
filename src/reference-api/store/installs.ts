import type { Install } from '../lib/model.ts';
import { query, Repository } from './query.ts';
import type { Row } from './tables.ts';

const ALL = query( ( sql ) =>
	sql.selectFrom( 'installs' ).selectAll().orderBy( 'name' )
);

const FIND = query( ( sql, { name }: { name: string } ) =>
	sql.selectFrom( 'installs' ).selectAll().where( 'name', '=', name )
);

const SAVE = query( ( sql, row: Row< 'installs' > ) =>
	sql
		.insertInto( 'installs' )
		.values( {
			name: row.name,
			id: row.id,
			account_name: row.account_name,
			url: row.url,
		} )
		.onConflict( ( conflict ) =>
			conflict.column( 'name' ).doUpdateSet( ( { ref } ) => ( {
				url: ref( 'excluded.url' ),
			} ) )
		)
);

const ADOPT = query( ( sql, { accountName }: { accountName: string } ) =>
	sql
		.updateTable( 'installs' )
		.set( { account_name: accountName } )
		.where( 'account_name', 'is', null )
);

const DELETE = query( ( sql, { name }: { name: string } ) =>
	sql.deleteFrom( 'installs' ).where( 'name', '=', name )
);

function toInstall( row: Row< 'installs' > ): Install {
	return {
		id: row.id,
		accountName: row.account_name ?? '',
		name: row.name,
		url: row.url,
	};
}

/** Keeps which WordPress install has which address. */
export class InstallRepository extends Repository {
	/** Answers all installs, by name. */
	async all(): Promise< Install[] > {
		return ( await this.list( ALL, {} ) ).map( toInstall );
	}

	/** Answers an install, or null. */
	async find( name: string ): Promise< Install | null > {
		const row = await this.first( FIND, { name } );
		return row ? toInstall( row ) : null;
	}

	/**
	 * Adds an install, or gives a known one another address; it keeps its id and account then.
	 *
	 * @param install The install; without an account its account is the one that is made first.
	 */
	async save( install: Install ): Promise< void > {
		await this.run( SAVE, {
			name: install.name,
			id: install.id,
			account_name: install.accountName || null,
			url: install.url,
		} );
	}

	/**
	 * Gives the installs that have no account to one.
	 *
	 * @param accountName Name of the account.
	 */
	async adopt( accountName: string ): Promise< void > {
		await this.run( ADOPT, { accountName } );
	}

	/**
	 * Deletes an install.
	 *
	 * @return False when there was none.
	 */
	async delete( name: string ): Promise< boolean > {
		return ( await this.run( DELETE, { name } ) ) > 0;
	}
}
