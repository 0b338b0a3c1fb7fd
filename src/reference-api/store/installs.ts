import type { Install } from '../model/hosting.ts';
import { Repository } from './repository.ts';

interface InstallRow extends Omit< Install, 'accountName' > {
	/** Null for installs of a platform that has no account yet. */
	accountName: string | null;
}

function toInstall( row: InstallRow ): Install {
	return { ...row, accountName: row.accountName ?? '' };
}

/** WordPress installs and their URLs. */
export class InstallRepository extends Repository {
	/** Returns all installs, by name. */
	async all(): Promise< Install[] > {
		const rows = await this.slices< InstallRow >( ( last, limit ) =>
			this.db.all(
				'SELECT * FROM installs WHERE name > :name ORDER BY name LIMIT :limit',
				{ name: last?.name ?? '', limit }
			)
		);
		return rows.map( toInstall );
	}

	/**
	 * Returns the names of the first installs, by name.
	 *
	 * @param accountName Only those of an account; all of them without it.
	 */
	async firstNames(
		limit: number,
		accountName?: string
	): Promise< string[] > {
		const rows = await this.db.all< Pick< InstallRow, 'name' > >(
			accountName === undefined
				? 'SELECT name FROM installs ORDER BY name LIMIT :limit'
				: `SELECT name FROM installs WHERE accountName = :accountName
					ORDER BY name LIMIT :limit`,
			{ accountName, limit }
		);
		return rows.map( ( { name } ) => name );
	}

	async find( name: string ): Promise< Install | null > {
		const row = await this.db.first< InstallRow >(
			'SELECT * FROM installs WHERE name = :name',
			{ name }
		);
		return row ? toInstall( row ) : null;
	}

	/**
	 * Adds an install, or changes the URL of an existing one, which keeps its id and account.
	 *
	 * @param install Without an account it belongs to the account that is created first.
	 */
	async save( install: Install ): Promise< void > {
		await this.db.run(
			`INSERT INTO installs (name, id, accountName, url) VALUES (:name, :id, :accountName, :url)
			ON CONFLICT (name) DO UPDATE SET url = excluded.url`,
			{ ...install, accountName: install.accountName || null }
		);
	}

	/** Assigns the installs without an account to an account. */
	async adopt( accountName: string ): Promise< void > {
		await this.db.run(
			'UPDATE installs SET accountName = :accountName WHERE accountName IS NULL',
			{ accountName }
		);
	}

	async delete( name: string ): Promise< boolean > {
		const deleted = await this.db.run(
			'DELETE FROM installs WHERE name = :name',
			{ name }
		);
		return deleted > 0;
	}
}
