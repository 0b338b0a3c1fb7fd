import type { FaultRule } from '../faults/model.ts';
import { query, Repository } from './query.ts';
import type { Row } from './tables.ts';

interface ById {
	id: string;
}

/** A rule as it stands in its row. */
type RuleItem = Omit< FaultRule, 'id' | 'isOn' | 'used' >;

const ALL = query( ( sql ) =>
	sql.selectFrom( 'fault_rules' ).selectAll().orderBy( 'position' )
);

const ADD = query( ( sql, row: Omit< Row< 'fault_rules' >, 'position' > ) =>
	sql.insertInto( 'fault_rules' ).values( ( { selectFrom, lit } ) => ( {
		id: row.id,
		position: selectFrom( 'fault_rules' ).select( ( { eb, fn } ) =>
			eb(
				fn.coalesce( fn.max( 'position' ), lit( 0 ) ),
				'+',
				lit( 1 )
			).as( 'next' )
		),
		rule: row.rule,
		is_on: row.is_on,
		used: row.used,
	} ) )
);

const SET_STATE = query(
	( sql, { id, isOn, used }: ById & { isOn: number; used: number } ) =>
		sql
			.updateTable( 'fault_rules' )
			.set( { is_on: isOn, used } )
			.where( 'id', '=', id )
);

const DELETE_ALL = query( ( sql ) => sql.deleteFrom( 'fault_rules' ) );

const DELETE = query( ( sql, { id }: ById ) =>
	sql.deleteFrom( 'fault_rules' ).where( 'id', '=', id )
);

function toRule( row: Row< 'fault_rules' > ): FaultRule {
	return {
		...( JSON.parse( row.rule ) as RuleItem ),
		id: row.id,
		isOn: row.is_on === 1,
		used: row.used,
	};
}

/** Keeps the fault rules. */
export class FaultRepository extends Repository {
	/** Answers all rules, in the order in which they were added. */
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

	/**
	 * Remembers how a rule stands.
	 *
	 * @param state Whether it is on, and how often it was used.
	 */
	async setState(
		id: string,
		{ isOn, used }: Pick< FaultRule, 'isOn' | 'used' >
	): Promise< void > {
		await this.run( SET_STATE, { id, isOn: isOn ? 1 : 0, used } );
	}

	/**
	 * Deletes a rule.
	 *
	 * @return False when there was none.
	 */
	async remove( id: string ): Promise< boolean > {
		return ( await this.run( DELETE, { id } ) ) > 0;
	}

	/** Deletes all rules. */
	async removeAll(): Promise< void > {
		await this.run( DELETE_ALL, {} );
	}
}
