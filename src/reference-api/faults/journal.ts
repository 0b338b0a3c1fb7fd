/**
 * The last calls of the API and the webhooks, in memory: bounded in number and in bytes, free of secrets.
 */
import { matchesSearch, isError, toRecord, toEntry } from './journal-record.ts';
import type { Call, JournalRecord } from './journal-record.ts';
import type {
	JournalEntry,
	JournalPage,
	JournalQuery,
} from '../model/faults.ts';
import { matchesRule, pathOfUrl } from './request-matcher.ts';
import type { Match } from './request-matcher.ts';

const MAX_JOURNAL_BYTES = 32 * 1024 * 1024;

export interface JournalOptions {
	/** How many calls are kept; 0 = none. */
	maxEntries: number;
	maxBytes?: number;
	/** Called after each change. */
	onChange?: () => void;
}

/** A ring of calls: the newest pushes the oldest out. */
export class Journal {
	readonly #ring: ( JournalRecord | undefined )[];
	readonly #maxBytes: number;
	readonly #onChange: () => void;
	#newest = 0;
	#oldest = 1;
	#bytes = 0;
	#isPaused = false;

	constructor( options: JournalOptions ) {
		this.#ring = new Array< JournalRecord | undefined >(
			options.maxEntries
		);
		this.#maxBytes = options.maxBytes ?? MAX_JOURNAL_BYTES;
		this.#onChange = options.onChange ?? ( () => {} );
	}

	/** Whether calls are written down at all. */
	get isOpen(): boolean {
		return ! this.#isPaused && this.#ring.length > 0;
	}

	/** The number of the newest call; 0 before the first. */
	get newest(): number {
		return this.#newest;
	}

	/** Writes a call down. */
	add( call: Call ): void {
		if ( ! this.isOpen ) {
			return;
		}
		this.#newest += 1;
		const kept = toRecord( call, this.#newest );
		if ( this.#newest - this.#oldest >= this.#ring.length ) {
			this.#dropOldest();
		}
		this.#ring[ this.#slot( kept.number ) ] = kept;
		this.#bytes += kept.bytes;
		while ( this.#bytes > this.#maxBytes && this.#oldest < this.#newest ) {
			this.#dropOldest();
		}
		this.#onChange();
	}

	/** Returns a page of calls. */
	page( query: JournalQuery ): JournalPage {
		const all = this.#newestFirst();
		const errors = all.filter( isError );
		const faults = all.filter( ( { fault } ) => fault !== '' );
		const search = query.search.trim().toLowerCase();
		const entries = { all, errors, faults }[ query.only ]
			.filter(
				( { number } ) => query.before === null || number < query.before
			)
			.filter(
				( kept ) => search === '' || matchesSearch( kept, search )
			)
			.slice( 0, query.limit )
			.map( toEntry );
		return {
			entries,
			counts: {
				all: all.length,
				errors: errors.length,
				faults: faults.length,
			},
			capacity: this.#ring.length,
			isPaused: this.#isPaused,
		};
	}

	/** Answers one call, or null when it is not kept any more. */
	entry( number: number ): JournalEntry | null {
		const kept = this.#ring[ this.#slot( number ) ];
		return kept?.number === number ? toEntry( kept ) : null;
	}

	/** Counts the calls that a rule would match. */
	matches( match: Match ): number {
		return this.#newestFirst().filter( ( { method, url } ) =>
			matchesRule( match, { method, path: pathOfUrl( url ) } )
		).length;
	}

	/** Removes all calls; numbers go on. */
	clear(): void {
		this.#ring.fill( undefined );
		this.#oldest = this.#newest + 1;
		this.#bytes = 0;
		this.#onChange();
	}

	/** Stops writing calls down, or goes on. */
	setPaused( isPaused: boolean ): void {
		this.#isPaused = isPaused;
		this.#onChange();
	}

	#slot( number: number ): number {
		return number % Math.max( 1, this.#ring.length );
	}

	#dropOldest(): void {
		const slot = this.#slot( this.#oldest );
		this.#bytes -= this.#ring[ slot ]?.bytes ?? 0;
		this.#ring[ slot ] = undefined;
		this.#oldest += 1;
	}

	#newestFirst(): JournalRecord[] {
		const list: JournalRecord[] = [];
		for ( let number = this.#newest; number >= this.#oldest; number-- ) {
			const kept = this.#ring[ this.#slot( number ) ];
			if ( kept ) {
				list.push( kept );
			}
		}
		return list;
	}
}
