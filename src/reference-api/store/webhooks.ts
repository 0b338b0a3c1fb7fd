import type { Action } from '../../shared/actions.ts';
import { isAction } from '../../shared/actions.ts';
import type { WebhookCall } from '../model.ts';
import type { Database } from './database.ts';

/** The secret of an environment's three webhook URLs. */
export interface StoredWebhookSet {
	environmentId: string;
	token: string;
	createdBy: string;
	createTime: Date;
}

/** Keeps each environment's webhook set, and when its URLs were last called. */
export class WebhookRepository {
	readonly #database: Database;

	constructor( database: Database ) {
		this.#database = database;
	}

	/**
	 * Answers an environment's set, or null.
	 *
	 * @param environmentId Id of the environment.
	 */
	find( environmentId: string ): StoredWebhookSet | null {
		const row = this.#database.one(
			'SELECT * FROM webhook_sets WHERE environment_id = ?',
			environmentId
		);
		return row
			? {
					environmentId,
					token: String( row.token ),
					createdBy: String( row.created_by ),
					createTime: new Date( Number( row.create_time ) ),
				}
			: null;
	}

	/**
	 * Adds a set, or replaces the one there is.
	 *
	 * @param set The webhook set.
	 */
	save( set: StoredWebhookSet ): void {
		this.#database.run(
			`INSERT INTO webhook_sets (environment_id, token, created_by, create_time) VALUES (?, ?, ?, ?)
			ON CONFLICT (environment_id) DO UPDATE SET token = excluded.token, created_by = excluded.created_by, create_time = excluded.create_time`,
			set.environmentId,
			set.token,
			set.createdBy,
			set.createTime.getTime()
		);
	}

	/**
	 * Deletes a set; what called it is forgotten with it.
	 *
	 * @param environmentId Id of the environment.
	 */
	delete( environmentId: string ): boolean {
		this.#database.run(
			'DELETE FROM webhook_calls WHERE environment_id = ?',
			environmentId
		);
		return (
			this.#database.run(
				'DELETE FROM webhook_sets WHERE environment_id = ?',
				environmentId
			) > 0
		);
	}

	/**
	 * Remembers a call, refused ones too.
	 *
	 * @param environmentId Id of the environment.
	 * @param call          Which action, when, and what it was answered.
	 */
	noteCall( environmentId: string, call: WebhookCall ): void {
		this.#database.run(
			`INSERT INTO webhook_calls (environment_id, action, at, status) VALUES (?, ?, ?, ?)
			ON CONFLICT (environment_id, action) DO UPDATE SET at = excluded.at, status = excluded.status`,
			environmentId,
			call.action,
			call.at.getTime(),
			call.status
		);
	}

	/**
	 * Answers the last call of each action.
	 *
	 * @param environmentId Id of the environment.
	 */
	lastCalls(
		environmentId: string
	): Partial< Record< Action, WebhookCall > > {
		const calls: Partial< Record< Action, WebhookCall > > = {};
		const rows = this.#database.all(
			'SELECT action, at, status FROM webhook_calls WHERE environment_id = ?',
			environmentId
		);
		for ( const { action, at, status } of rows ) {
			if ( isAction( action ) ) {
				calls[ action ] = {
					action,
					at: new Date( Number( at ) ),
					status: Number( status ),
				};
			}
		}
		return calls;
	}
}
