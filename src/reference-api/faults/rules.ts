/** The fault rules: stored in the database, evaluated in memory. */
import { randomUUID } from 'node:crypto';
import { HostingError } from '../model/hosting.ts';
import { quote } from '../lib/names.ts';
import { isSampled } from './sampling.ts';
import { withDefaults, findProblems } from './rule-validation.ts';
import type { FaultRule, GivenFaultRule } from '../model/faults.ts';
import type { FaultRepository } from '../store/faults.ts';
import { matchesRule } from './request-matcher.ts';
import type { Target } from './request-matcher.ts';

const MAX_RULES = 100;

export type FaultStore = Pick< FaultRepository, keyof FaultRepository >;

export interface FaultRulesOptions {
	store: FaultStore;
	/** From 0 up to 1, for the seeds of rules that bring none. */
	random?: () => number;
	/** Called after each change, uses included. */
	onChange?: () => void;
	/** Receives errors of the store. */
	onError: ( error: unknown ) => void;
}

interface Active {
	rule: FaultRule;
	/** How many requests it has matched since it was turned on. */
	matchedCount: number;
}

/** Stores the rules and decides which one applies to a request. */
export class FaultRules {
	readonly #store: FaultStore;
	readonly #random: () => number;
	readonly #onChange: () => void;
	readonly #onError: ( error: unknown ) => void;
	readonly #used = new Set< Active >();
	#list: Active[] = [];
	#activeRules: Active[] = [];
	#saving: Promise< void > | null = null;

	constructor( options: FaultRulesOptions ) {
		this.#store = options.store;
		this.#random = options.random ?? Math.random;
		this.#onChange = options.onChange ?? ( () => {} );
		this.#onError = options.onError;
	}

	async load(): Promise< void > {
		const rules = await this.#store.all();
		this.#list = rules.map( ( rule ) => ( { rule, matchedCount: 0 } ) );
		this.#changed();
	}

	/** Returns all rules, in the order in which they are evaluated. */
	all(): FaultRule[] {
		return this.#list.map( ( { rule } ) => ( { ...rule } ) );
	}

	/** How many rules are on. If none is, requests are not compared. */
	get onCount(): number {
		return this.#activeRules.length;
	}

	/**
	 * Finds the rule that applies to a request, and counts its use.
	 *
	 * @return The first rule that is on, matches and is selected by its probability; or null.
	 */
	pick( target: Target ): FaultRule | null {
		for ( const active of this.#activeRules ) {
			const { rule } = active;
			if ( ! matchesRule( rule, target ) ) {
				continue;
			}
			active.matchedCount += 1;
			if (
				isSampled( rule.probability, rule.seed, active.matchedCount )
			) {
				this.#use( active );
				return { ...rule };
			}
		}
		return null;
	}

	/**
	 * Adds a rule after all others.
	 *
	 * @throws HostingError 400 with the first error, or 409 when there are too many rules.
	 */
	async add( given: GivenFaultRule ): Promise< FaultRule > {
		const rule = withDefaults( given, this.#random );
		const [ problem ] = findProblems( rule );
		if ( problem ) {
			throw new HostingError(
				400,
				`This rule was not added: ${ problem.field }: ${ problem.message }`,
				{ field: problem.field }
			);
		}
		if ( this.#list.length >= MAX_RULES ) {
			throw new HostingError(
				409,
				`This rule was not added. The limit is ${ MAX_RULES } rules. Delete one first.`
			);
		}
		const added = { ...rule, id: randomUUID(), used: 0 };
		await this.#store.add( added );
		this.#list.push( { rule: added, matchedCount: 0 } );
		this.#changed();
		return { ...added };
	}

	/**
	 * Turns a rule on, which resets it, or off.
	 *
	 * @throws HostingError 404.
	 */
	async setOn( id: string, isOn: boolean ): Promise< FaultRule > {
		const active = this.#find( id );
		const before = active.rule;
		if ( before.isOn === isOn ) {
			return { ...before };
		}
		const used = isOn ? 0 : before.used;
		// Set first, so that a use that is stored at the same time stores this state too.
		active.rule = { ...before, isOn, used };
		active.matchedCount = isOn ? 0 : active.matchedCount;
		this.#changed();
		try {
			await this.#store.setState( id, { isOn, used } );
		} catch ( error ) {
			active.rule = before;
			this.#changed();
			throw error;
		}
		return { ...active.rule };
	}

	/** Turns every rule off, and keeps them. */
	async turnAllOff(): Promise< void > {
		for ( const { rule } of [ ...this.#activeRules ] ) {
			await this.setOn( rule.id, false );
		}
	}

	/** @throws HostingError 404. */
	async remove( id: string ): Promise< void > {
		this.#find( id );
		await this.#store.remove( id );
		this.#list = this.#list.filter( ( { rule } ) => rule.id !== id );
		this.#changed();
	}

	/** Deletes every rule. */
	async removeAll(): Promise< void > {
		await this.#store.removeAll();
		this.#list = [];
		this.#changed();
	}

	/** Waits until the uses are in the store. */
	async close(): Promise< void > {
		await this.#saving;
	}

	#find( id: string ): Active {
		const active = this.#list.find( ( { rule } ) => rule.id === id );
		if ( ! active ) {
			throw new HostingError(
				404,
				`The fault rule ${ quote( id ) } does not exist. It may have been deleted.`
			);
		}
		return active;
	}

	#use( active: Active ): void {
		const { rule } = active;
		rule.used += 1;
		if ( rule.count !== null && rule.used >= rule.count ) {
			rule.isOn = false;
		}
		this.#used.add( active );
		this.#saving ??= this.#saveUses();
		this.#changed();
	}

	/** Saves use counts in the background: a crash may lose a few. */
	async #saveUses(): Promise< void > {
		while ( this.#used.size > 0 ) {
			const uses = [ ...this.#used ];
			this.#used.clear();
			await Promise.all(
				uses.map( ( { rule } ) =>
					this.#store.setState( rule.id, {
						isOn: rule.isOn,
						used: rule.used,
					} )
				)
			).catch( this.#onError );
		}
		this.#saving = null;
	}

	#changed(): void {
		this.#activeRules = this.#list.filter( ( { rule } ) => rule.isOn );
		this.#onChange();
	}
}
