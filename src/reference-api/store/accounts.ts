import type { Account } from '../model/hosting.ts';
import { Repository, statement } from './repository.ts';
import type { Row } from './tables.ts';

const ALL = statement< object, Row< 'accounts' > >(
	'SELECT * FROM accounts ORDER BY name'
);

const FIND = statement< { name: string }, Row< 'accounts' > >(
	'SELECT * FROM accounts WHERE name = :name'
);

const ADD = statement< Row< 'accounts' > >(
	'INSERT INTO accounts (name, id, create_time) VALUES (:name, :id, :create_time)'
);

function toAccount( { name, id }: Row< 'accounts' > ): Account {
	return { name, id };
}

export class AccountRepository extends Repository {
	/** Returns all accounts, by name. */
	async all(): Promise< Account[] > {
		return ( await this.list( ALL, {} ) ).map( toAccount );
	}

	async find( name: string ): Promise< Account | null > {
		const row = await this.first( FIND, { name } );
		return row ? toAccount( row ) : null;
	}

	async add( account: Account, createTime: Date ): Promise< void > {
		await this.run( ADD, {
			...account,
			create_time: createTime.getTime(),
		} );
	}
}
