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
		const rows = await this.db.all< InstallRow >(
			'SELECT * FROM installs ORDER BY name'
		);
		return rows.map( toInstall );
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
