/** Writes in groups: those of one turn of the event loop share a transaction, and are answered after its commit. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { errorMessage } from '../lib/errors.ts';
import { HostingError } from '../model/hosting.ts';
import { toHostingError } from './sqlite-errors.ts';
import type { Tables } from './store.ts';

interface WaitingWrite {
	run: () => Promise< void >;
	/** Called when readers see it. */
	show: () => void;
	settle: () => void;
	fail: ( error: unknown ) => void;
}

function nextTurn(): Promise< void > {
	return new Promise( ( resolve ) => setImmediate( resolve ) );
}

/** Makes the error of a failed sync: it is unknown whether the writes survive a power failure. */
function notConfirmedError( error: unknown ): HostingError {
	return new HostingError(
		503,
		`The platform’s database could not be flushed to disk (${ errorMessage( error ) }), so this change may be lost. Check the disk, then check the change.`
	);
}

/** Runs pieces of work one after the other on the connection that writes. */
export class GroupCommit {
	readonly #connection: DatabaseSync;
	readonly #tables: Tables;
	readonly #beforeCommit: () => void;
	readonly #sync: () => Promise< void >;
	readonly #statements: Record<
		| 'begin'
		| 'commit'
		| 'rollback'
		| 'savepoint'
		| 'release'
		| 'rollbackTo',
		StatementSync
	>;
	#waitingWrites: WaitingWrite[] = [];
	#turn: Promise< void > | null = null;
	#isClosed = false;

	/**
	 * @param connection The connection; only this class writes on it.
	 * @param sync       Forces what was committed to the disk; the writes are answered after it.
	 */
	constructor(
		connection: DatabaseSync,
		tables: Tables,
		beforeCommit: () => void = () => {},
		sync: () => Promise< void > = async () => {}
	) {
		this.#connection = connection;
		this.#tables = tables;
		this.#beforeCommit = beforeCommit;
		this.#sync = sync;
		this.#statements = {
			begin: connection.prepare( 'BEGIN IMMEDIATE' ),
			commit: connection.prepare( 'COMMIT' ),
			rollback: connection.prepare( 'ROLLBACK' ),
			savepoint: connection.prepare( 'SAVEPOINT item' ),
			release: connection.prepare( 'RELEASE item' ),
			rollbackTo: connection.prepare( 'ROLLBACK TO item' ),
		};
	}

	/**
	 * Runs a piece of work in the next transaction.
	 *
	 * @param work     Reads and writes; an exception undoes only this work.
	 * @param onCommit Receives the result of the work, before any reader can see the change.
	 * @return The result of the work, when it is on the disk.
	 */
	write< T >(
		work: ( tables: Tables ) => Promise< T >,
		onCommit: ( answer: T ) => void = () => {}
	): Promise< T > {
		if ( this.#isClosed ) {
			return Promise.reject(
				new HostingError( 503, 'The platform is being stopped.' )
			);
		}
		return new Promise( ( resolve, reject ) => {
			let answer: T;
			let isDone = false;
			this.#waitingWrites.push( {
				run: async () => {
					answer = await work( this.#tables );
					isDone = true;
				},
				show: () => {
					try {
						if ( isDone ) {
							onCommit( answer );
						}
					} catch ( error ) {
						reject( error );
					}
				},
				settle: () => resolve( answer ),
				fail: reject,
			} );
			this.#turn ??= this.#takeTurn();
		} );
	}

	async #takeTurn(): Promise< void > {
		await nextTurn();
		await this.#commit();
		this.#turn = this.#waitingWrites.length > 0 ? this.#takeTurn() : null;
	}

	async #commit(): Promise< void > {
		const group = this.#waitingWrites;
		this.#waitingWrites = [];
		try {
			this.#statements.begin.run();
			for ( const item of group ) {
				await this.#runInSavepoint( item );
			}
			this.#beforeCommit();
			this.#statements.commit.run();
		} catch ( error ) {
			if ( this.#connection.isTransaction ) {
				this.#statements.rollback.run();
			}
			group.forEach( ( item ) => item.fail( toHostingError( error ) ) );
			return;
		}
		group.forEach( ( item ) => item.show() );
		try {
			// During the sync, the event loop reads further requests; their writes become the next group.
			await this.#sync();
		} catch ( error ) {
			const refusal = notConfirmedError( error );
			group.forEach( ( item ) => item.fail( refusal ) );
			return;
		}
		// Those that failed were answered already; a promise settles once.
		group.forEach( ( item ) => item.settle() );
	}

	async #runInSavepoint( item: WaitingWrite ): Promise< void > {
		this.#statements.savepoint.run();
		try {
			await item.run();
		} catch ( error ) {
			if ( ! this.#connection.isTransaction ) {
				// A full disk, for example, ended the whole transaction.
				throw error;
			}
			this.#statements.rollbackTo.run();
			item.fail( toHostingError( error ) );
		}
		this.#statements.release.run();
	}

	/** Commits waiting work; later work is rejected. */
	async close(): Promise< void > {
		this.#isClosed = true;
		while ( this.#turn ) {
			await this.#turn;
		}
	}
}
