import type { ChangeEmitter } from '../lib/change-emitter.ts';
import type { Limits } from '../lib/limits.ts';
import type { Store } from '../store/store.ts';
import { Journal } from './journal.ts';
import { FaultRules } from './rules.ts';
import type { FaultStore } from './rules.ts';

export interface FaultInjection {
	rules: FaultRules;
	journal: Journal;
}

/** What routes and pages use of it. */
export interface FaultControls {
	rules: Pick<
		FaultRules,
		| 'all'
		| 'onCount'
		| 'add'
		| 'setOn'
		| 'remove'
		| 'removeAll'
		| 'turnAllOff'
	>;
	journal: Pick<
		Journal,
		'page' | 'entry' | 'newest' | 'matches' | 'clear' | 'setPaused'
	>;
}

export interface FaultInjectionOptions {
	store: Store;
	limits: Pick< Limits, 'journalEntries' >;
	changes: ChangeEmitter;
	onError: ( error: unknown ) => void;
}

function storeOf( store: Store ): FaultStore {
	return {
		all: () => store.faults.all(),
		add: ( rule ) => store.write( ( { faults } ) => faults.add( rule ) ),
		setState: ( id, state ) =>
			store.write( ( { faults } ) => faults.setState( id, state ) ),
		remove: ( id ) => store.write( ( { faults } ) => faults.remove( id ) ),
		removeAll: () => store.write( ( { faults } ) => faults.removeAll() ),
	};
}

/** Loads the rules from the store and creates a journal. */
export async function openFaultInjection(
	options: FaultInjectionOptions
): Promise< FaultInjection > {
	const { store, limits, changes, onError } = options;
	const journal = new Journal( {
		maxEntries: limits.journalEntries,
		onChange: () => changes.emit( { topic: 'requests' } ),
	} );
	const rules = new FaultRules( {
		store: storeOf( store ),
		onChange: () => changes.emit( { topic: 'faults' } ),
		onError,
	} );
	await rules.load();
	return { rules, journal };
}
