import type { FaultRule } from '../model/faults.ts';
import { Repository, statement } from './repository.ts';
import type { Row } from './tables.ts';

interface ById {
	id: string;
}

/** A rule in its database row. */
type RuleItem = Omit< FaultRule, 'id' | 'isOn' | 'used' >;

const ALL = statement< object, Row< 'fault_rules' > >(
	'SELECT * FROM fault_rules ORDER BY position'
);

const ADD = statement< Omit< Row< 'fault_rules' >, 'position' > >( `
	INSERT INTO fault_rules (id, position, rule, is_on, used) VALUES (
		:id, (SELECT coalesce(max(position), 0) + 1 FROM fault_rules), :rule, :is_on, :used
	)
` );

const SET_STATE = statement< ById & { isOn: number; used: number } >(
	'UPDATE fault_rules SET is_on = :isOn, used = :used WHERE id = :id'
);

const DELETE_ALL = statement( 'DELETE FROM fault_rules' );

const DELETE = statement< ById >( 'DELETE FROM fault_rules WHERE id = :id' );

function toRule( row: Row< 'fault_rules' > ): FaultRule {
	return {
		...( JSON.parse( row.rule ) as RuleItem ),
		id: row.id,
		isOn: row.is_on === 1,
		used: row.used,
	};
}

export class FaultRepository extends Repository {
	/** Returns all rules, in the order in which they were added. */
	async all(): Promise< FaultRule[] > {
		return ( await this.list( ALL, {} ) ).map( toRule );
	}

	/** Adds a rule behind all others. */
	async add( rule: FaultRule ): Promise< void > {
		const { id, isOn, used, ...item } = rule;
		await this.run( ADD, {
			id,
			rule: JSON.stringify( item satisfies RuleItem ),
			is_on: isOn ? 1 : 0,
			used,
		} );
	}

	async setState(
		id: string,
		{ isOn, used }: Pick< FaultRule, 'isOn' | 'used' >
	): Promise< void > {
		await this.run( SET_STATE, { id, isOn: isOn ? 1 : 0, used } );
	}

	/** Deletes a rule. */
	async remove( id: string ): Promise< boolean > {
		return ( await this.run( DELETE, { id } ) ) > 0;
	}

	/** Deletes all rules. */
	async removeAll(): Promise< void > {
		await this.run( DELETE_ALL, {} );
	}
}
