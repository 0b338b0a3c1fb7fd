import type { FaultRule } from '../../../src/reference-api/model/faults.ts';
import type { FaultStore } from '../../../src/reference-api/faults/rules.ts';

/** Keeps rules in memory, and fails when it is told to. */
export class MemoryStore implements FaultStore {
	rows: FaultRule[] = [];
	failure: Error | null = null;

	async all(): Promise< FaultRule[] > {
		return this.rows.map( ( rule ) => ( { ...rule } ) );
	}

	async add( rule: FaultRule ): Promise< void > {
		this.#check();
		this.rows.push( { ...rule } );
	}

	async setState(
		id: string,
		state: Pick< FaultRule, 'isOn' | 'used' >
	): Promise< void > {
		this.#check();
		this.rows = this.rows.map( ( rule ) =>
			rule.id === id ? { ...rule, ...state } : rule
		);
	}

	async remove( id: string ): Promise< boolean > {
		this.#check();
		const { length } = this.rows;
		this.rows = this.rows.filter( ( rule ) => rule.id !== id );
		return this.rows.length < length;
	}

	async removeAll(): Promise< void > {
		this.#check();
		this.rows = [];
	}

	#check(): void {
		if ( this.failure ) {
			throw this.failure;
		}
	}
}
