import type { Journal } from './journal.ts';
import type {
	FaultDesk,
	FaultRule,
	GivenFaultRule,
	JournalEntry,
	JournalPage,
	JournalQuery,
} from './model.ts';
import type { Match } from './request-matcher.ts';
import type { FaultRules } from './rules.ts';

/** Rules and journal behind the one door that routes and pages use. */
export class LocalFaultDesk implements FaultDesk {
	readonly #rules: FaultRules;
	readonly #journal: Journal;

	constructor( rules: FaultRules, journal: Journal ) {
		this.#rules = rules;
		this.#journal = journal;
	}

	rules(): FaultRule[] {
		return this.#rules.all();
	}

	onCount(): number {
		return this.#rules.onCount;
	}

	add( rule: GivenFaultRule ): Promise< FaultRule > {
		return this.#rules.add( rule );
	}

	setOn( id: string, isOn: boolean ): Promise< FaultRule > {
		return this.#rules.setOn( id, isOn );
	}

	remove( id: string ): Promise< void > {
		return this.#rules.remove( id );
	}

	removeAll(): Promise< void > {
		return this.#rules.removeAll();
	}

	turnAllOff(): Promise< void > {
		return this.#rules.turnAllOff();
	}

	journal( query: JournalQuery ): JournalPage {
		return this.#journal.page( query );
	}

	entry( number: number ): JournalEntry | null {
		return this.#journal.entry( number );
	}

	newest(): number {
		return this.#journal.newest;
	}

	matches( match: Match ): number {
		return this.#journal.matches( match );
	}

	clear(): void {
		this.#journal.clear();
	}

	setPaused( isPaused: boolean ): void {
		this.#journal.setPaused( isPaused );
	}
}
