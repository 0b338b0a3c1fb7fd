import type { Install } from '../model.ts';
import type { Database, Row } from './database.ts';

function toInstall( row: Row ): Install {
	return { name: String( row.name ), url: String( row.url ) };
}

/** Keeps which WordPress install has which address. */
export class InstallRepository {
	readonly #database: Database;

	constructor( database: Database ) {
		this.#database = database;
	}

	/** Answers all installs, by name. */
	all(): Install[] {
		return this.#database
			.all( 'SELECT * FROM installs ORDER BY name' )
			.map( toInstall );
	}

	/**
	 * Answers an install, or null.
	 *
	 * @param name Its name.
	 */
	find( name: string ): Install | null {
		const row = this.#database.one(
			'SELECT * FROM installs WHERE name = ?',
			name
		);
		return row ? toInstall( row ) : null;
	}

	/**
	 * Adds an install, or gives a known one another address.
	 *
	 * @param install Name and address.
	 */
	save( install: Install ): void {
		this.#database.run(
			'INSERT INTO installs (name, url) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET url = excluded.url',
			install.name,
			install.url
		);
	}
}
