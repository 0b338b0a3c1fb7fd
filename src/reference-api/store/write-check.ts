import { Repository, statement } from './repository.ts';
import type { Row } from './tables.ts';

/** The one row that is written to see whether writing works. */
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

/** Tries whether the database can be written and read. */
export class CheckRepository extends Repository {
	/** Writes down when it was tried. */
	async touch( at: Date ): Promise< void > {
		await this.run( TOUCH, { name: NAME, at: at.getTime() } );
	}

	/** Returns when it was tried last, or null. */
	async last(): Promise< Date | null > {
		const row = await this.first( LAST, { name: NAME } );
		return row ? new Date( row.at ) : null;
	}
}
