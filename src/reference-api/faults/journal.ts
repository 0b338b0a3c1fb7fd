/** The last calls of the API and the webhooks, in memory: bounded in number and in bytes, free of secrets. */
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
	/** The size of the journal; 0 turns it off. */
	maxEntries: number;
	maxBytes?: number;
	/** Called after each change. */
	onChange?: () => void;
}

/** A ring buffer: a new call replaces the oldest one. */
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

	get isRecording(): boolean {
		return ! this.#isPaused && this.#ring.length > 0;
	}

	/** The number of the newest call; 0 before the first. */
	get newest(): number {
		return this.#newest;
	}

	add( call: Call ): void {
		if ( ! this.isRecording ) {
			return;
		}
		this.#newest += 1;
		const record = toRecord( call, this.#newest );
		if ( this.#newest - this.#oldest >= this.#ring.length ) {
			this.#dropOldest();
		}
		this.#ring[ this.#slot( record.number ) ] = record;
		this.#bytes += record.bytes;
		while ( this.#bytes > this.#maxBytes && this.#oldest < this.#newest ) {
			this.#dropOldest();
		}
		this.#onChange();
	}

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
				( record ) => search === '' || matchesSearch( record, search )
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

	/** Returns null if the journal does not contain the call any more. */
	entry( number: number ): JournalEntry | null {
		const record = this.#ring[ this.#slot( number ) ];
		return record?.number === number ? toEntry( record ) : null;
	}

	/** Counts the calls that a rule would match. */
	matches( match: Match ): number {
		return this.#newestFirst().filter( ( { method, url } ) =>
			matchesRule( match, { method, path: pathOfUrl( url ) } )
		).length;
	}

	/** Removes all calls. Their numbers are not used again. */
	clear(): void {
		this.#ring.fill( undefined );
		this.#oldest = this.#newest + 1;
		this.#bytes = 0;
		this.#onChange();
	}

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
			const record = this.#ring[ this.#slot( number ) ];
			if ( record ) {
				list.push( record );
			}
		}
		return list;
	}
}
