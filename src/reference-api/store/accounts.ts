import type { Account } from '../model.ts';
import type { Database, Row } from './database.ts';

function toAccount( row: Row ): Account {
	return { name: String( row.name ), id: String( row.id ) };
}

/** Keeps the accounts. */
export class AccountRepository {
	readonly #database: Database;

	constructor( database: Database ) {
		this.#database = database;
	}

	/** Answers all accounts, by name. */
	all(): Account[] {
		return this.#database
			.all( 'SELECT * FROM accounts ORDER BY name' )
			.map( toAccount );
	}

	/**
	 * Answers an account, or null.
	 *
	 * @param name Its name.
	 */
	find( name: string ): Account | null {
		const row = this.#database.one(
			'SELECT * FROM accounts WHERE name = ?',
			name
		);
		return row ? toAccount( row ) : null;
	}

	/**
	 * Adds an account.
	 *
	 * @param account    The account.
	 * @param createTime When it was made.
	 */
	add( account: Account, createTime: Date ): void {
		this.#database.run(
			'INSERT INTO accounts (name, id, create_time) VALUES (?, ?, ?)',
			account.name,
			account.id,
			createTime.getTime()
		);
	}
}
