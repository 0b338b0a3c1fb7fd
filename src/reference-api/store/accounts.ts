import type { Account } from '../model/hosting.ts';
import { Repository } from './repository.ts';
import type { AccountRow } from './tables.ts';

function toAccount( { name, id }: AccountRow ): Account {
	return { name, id };
}

export class AccountRepository extends Repository {
	/** Returns all accounts, by name. */
	async all(): Promise< Account[] > {
		const rows = await this.db.all< AccountRow >(
			'SELECT * FROM accounts ORDER BY name'
		);
		return rows.map( toAccount );
	}

	async find( name: string ): Promise< Account | null > {
		const row = await this.db.first< AccountRow >(
			'SELECT * FROM accounts WHERE name = :name',
			{ name }
		);
		return row ? toAccount( row ) : null;
	}

	async add( account: Account, createTime: Date ): Promise< void > {
		await this.db.run(
			'INSERT INTO accounts (name, id, create_time) VALUES (:name, :id, :create_time)',
			{ ...account, create_time: createTime.getTime() }
		);
	}
}
