import { Repository } from './repository.ts';

const NAME = 'health';

/** Checks whether the database can be written and read. */
export class CheckRepository extends Repository {
	async recordCheck( at: Date ): Promise< void > {
		await this.db.run(
			`INSERT INTO checks (name, at) VALUES (:name, :at)
			ON CONFLICT (name) DO UPDATE SET at = excluded.at`,
			{ name: NAME, at: at.getTime() }
		);
	}

	/** Returns the time of the last successful check, or null. */
	async lastCheckedAt(): Promise< Date | null > {
		const row = await this.db.first< { at: number } >(
			'SELECT at FROM checks WHERE name = :name',
			{ name: NAME }
		);
		return row ? new Date( row.at ) : null;
	}
}
