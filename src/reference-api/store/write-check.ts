import { Repository, statement } from './repository.ts';
import type { Row } from './tables.ts';

const NAME = 'health';

const TOUCH = statement< Row< 'checks' > >( `
	INSERT INTO checks (
		name, at
	) VALUES (
		:name, :at
	)
	ON CONFLICT (name) DO UPDATE SET
		at = excluded.at
` );

const LAST = statement< { name: string }, Pick< Row< 'checks' >, 'at' > >(
	'SELECT at FROM checks WHERE name = :name'
);

/** Checks whether the database can be written and read. */
export class CheckRepository extends Repository {
	async touch( at: Date ): Promise< void > {
		await this.run( TOUCH, { name: NAME, at: at.getTime() } );
	}

	/** Returns the time of the last successful check, or null. */
	async last(): Promise< Date | null > {
		const row = await this.first( LAST, { name: NAME } );
		return row ? new Date( row.at ) : null;
	}
}
