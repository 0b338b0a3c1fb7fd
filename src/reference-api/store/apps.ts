import type { App } from '../model.ts';
import type { Database, Row } from './database.ts';

function toApp( row: Row ): App {
	return {
		id: String( row.id ),
		accountName: String( row.account_name ),
		appId: String( row.app_id ),
		region: String( row.region ),
		createTime: new Date( Number( row.create_time ) ),
	};
}

/** Keeps the applications. */
export class AppRepository {
	readonly #database: Database;

	constructor( database: Database ) {
		this.#database = database;
	}

	/**
	 * Answers an account's applications, oldest first.
	 *
	 * @param accountName Name of the account.
	 */
	of( accountName: string ): App[] {
		return this.#database
			.all(
				'SELECT * FROM apps WHERE account_name = ? ORDER BY create_time, app_id',
				accountName
			)
			.map( toApp );
	}

	/**
	 * Answers an application, or null.
	 *
	 * @param accountName Name of the account.
	 * @param appId       Name of the application.
	 */
	find( accountName: string, appId: string ): App | null {
		const row = this.#database.one(
			'SELECT * FROM apps WHERE account_name = ? AND app_id = ?',
			accountName,
			appId
		);
		return row ? toApp( row ) : null;
	}

	/**
	 * Adds an application.
	 *
	 * @param app The server.
	 */
	add( app: App ): void {
		this.#database.run(
			'INSERT INTO apps (id, account_name, app_id, region, create_time) VALUES (?, ?, ?, ?, ?)',
			app.id,
			app.accountName,
			app.appId,
			app.region,
			app.createTime.getTime()
		);
	}
}
