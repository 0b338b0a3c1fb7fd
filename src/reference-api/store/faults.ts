import type { FaultRule } from '../model/faults.ts';
import { Repository } from './repository.ts';
import type { Row } from './row.ts';

/** What has a column of its own. */
type RuleState = Pick< FaultRule, 'id' | 'isOn' | 'used' >;

/** What is stored as JSON. */
type RuleItem = Omit< FaultRule, keyof RuleState >;

export class FaultRepository extends Repository {
	/** Returns all rules, in the order in which they were added. */
	async all(): Promise< FaultRule[] > {
		const rows = await this.db.all< Row< RuleState > & { rule: string } >(
			'SELECT * FROM fault_rules ORDER BY position'
		);
		return rows.map( ( row ) => ( {
			...( JSON.parse( row.rule ) as RuleItem ),
			id: row.id,
			isOn: row.isOn === 1,
			used: row.used,
		} ) );
	}

	/** Adds a rule after all others. */
	async add( rule: FaultRule ): Promise< void > {
		const { id, isOn, used, ...item } = rule;
		await this.db.run(
			`INSERT INTO fault_rules (id, position, rule, isOn, used)
			VALUES (:id, (SELECT coalesce(max(position), 0) + 1 FROM fault_rules), :rule, :isOn, :used)`,
			{
				id,
				rule: JSON.stringify( item satisfies RuleItem ),
				isOn: isOn ? 1 : 0,
				used,
			}
		);
	}

	async setState(
		id: string,
		{ isOn, used }: Pick< FaultRule, 'isOn' | 'used' >
	): Promise< void > {
		await this.db.run(
			'UPDATE fault_rules SET isOn = :isOn, used = :used WHERE id = :id',
			{ id, isOn: isOn ? 1 : 0, used }
		);
	}

	async remove( id: string ): Promise< boolean > {
		const deleted = await this.db.run(
			'DELETE FROM fault_rules WHERE id = :id',
			{ id }
		);
		return deleted > 0;
	}

	async removeAll(): Promise< void > {
		await this.db.run( 'DELETE FROM fault_rules' );
	}
}
