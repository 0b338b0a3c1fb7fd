import type { Install } from '../model/hosting.ts';
import { Repository, statement } from './repository.ts';
import type { Row } from './tables.ts';

const ALL = statement< object, Row< 'installs' > >(
	'SELECT * FROM installs ORDER BY name'
);

const FIND = statement< { name: string }, Row< 'installs' > >(
	'SELECT * FROM installs WHERE name = :name'
);

const SAVE = statement< Row< 'installs' > >( `
	INSERT INTO installs (
		name, id, account_name, url
	) VALUES (
		:name, :id, :account_name, :url
	)
	ON CONFLICT (name) DO UPDATE SET
		url = excluded.url
` );

const ADOPT = statement< { accountName: string } >(
	'UPDATE installs SET account_name = :accountName WHERE account_name IS NULL'
);

const DELETE = statement< { name: string } >(
	'DELETE FROM installs WHERE name = :name'
);

function toInstall( row: Row< 'installs' > ): Install {
	return {
		id: row.id,
		accountName: row.account_name ?? '',
		name: row.name,
		url: row.url,
	};
}

/** WordPress installs and their URLs. */
export class InstallRepository extends Repository {
	/** Returns all installs, by name. */
	async all(): Promise< Install[] > {
		return ( await this.list( ALL, {} ) ).map( toInstall );
	}

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

	/** Assigns the installs without an account to an account. */
	async adopt( accountName: string ): Promise< void > {
		await this.run( ADOPT, { accountName } );
	}

	async delete( name: string ): Promise< boolean > {
		return ( await this.run( DELETE, { name } ) ) > 0;
	}
}
