import type { Account } from '../model/hosting.ts';
import { Repository } from './repository.ts';

function toAccount( { name, id }: Account ): Account {
	return { name, id };
}

export class AccountRepository extends Repository {
	/** Returns all accounts, by name. */
	async all(): Promise< Account[] > {
		const rows = await this.slices< Account >( ( last, limit ) =>
			this.#after( last?.name ?? '', limit )
		);
		return rows.map( toAccount );
	}

	/** Returns the first accounts, by name. */
	async first( limit: number ): Promise< Account[] > {
		return ( await this.#after( '', limit ) ).map( toAccount );
	}

	#after( name: string, limit: number ): Promise< Account[] > {
		return this.db.all< Account >(
			'SELECT * FROM accounts WHERE name > :name ORDER BY name LIMIT :limit',
			{ name, limit }
		);
	}

	async find( name: string ): Promise< Account | null > {
		const row = await this.db.first< Account >(
			'SELECT * FROM accounts WHERE name = :name',
			{ name }
		);
		return row ? toAccount( row ) : null;
	}

	async add( account: Account, createTime: Date ): Promise< void > {
		await this.db.run(
			'INSERT INTO accounts (name, id, createTime) VALUES (:name, :id, :createTime)',
			{ ...account, createTime: createTime.getTime() }
		);
	}
}
