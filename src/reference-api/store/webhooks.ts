import type { WebhookCall, WebhookSet } from '../model/hosting.ts';
import { Repository } from './repository.ts';
import type { Row } from './row.ts';

/** The secret of an environment's three webhook URLs. */
export interface StoredWebhookSet {
	environmentId: string;
	token: string;
	createdBy: string;
	createTime: Date;
}

/** Webhook sets of environments, and the times of their last calls. */
export class WebhookRepository extends Repository {
	async find( environmentId: string ): Promise< StoredWebhookSet | null > {
		const row = await this.db.first< Row< StoredWebhookSet > >(
			'SELECT * FROM webhook_sets WHERE environmentId = :environmentId',
			{ environmentId }
		);
		return row ? { ...row, createTime: new Date( row.createTime ) } : null;
	}

	/** Adds a set, or replaces the existing one. */
	async save( set: StoredWebhookSet ): Promise< void > {
		await this.db.run(
			`INSERT INTO webhook_sets (environmentId, token, createdBy, createTime)
			VALUES (:environmentId, :token, :createdBy, :createTime)
			ON CONFLICT (environmentId) DO UPDATE SET
				token = excluded.token, createdBy = excluded.createdBy, createTime = excluded.createTime`,
			{ ...set, createTime: set.createTime.getTime() }
		);
	}

	/** Deletes a set and the record of its calls. */
	async delete( environmentId: string ): Promise< boolean > {
		await this.db.run(
			'DELETE FROM webhook_calls WHERE environmentId = :environmentId',
			{ environmentId }
		);
		const deleted = await this.db.run(
			'DELETE FROM webhook_sets WHERE environmentId = :environmentId',
			{ environmentId }
		);
		return deleted > 0;
	}

	/** Records a call, including rejected ones. */
	async recordCall(
		environmentId: string,
		call: WebhookCall
	): Promise< void > {
		await this.db.run(
			`INSERT INTO webhook_calls (environmentId, action, at, status, reason)
			VALUES (:environmentId, :action, :at, :status, :reason)
			ON CONFLICT (environmentId, action) DO UPDATE SET
				at = excluded.at, status = excluded.status, reason = excluded.reason`,
			{ environmentId, ...call, at: call.at.getTime() }
		);
	}

	async lastCalls(
		environmentId: string
	): Promise< WebhookSet[ 'lastCalls' ] > {
		const rows = await this.db.all< Row< WebhookCall > >(
			'SELECT * FROM webhook_calls WHERE environmentId = :environmentId',
			{ environmentId }
		);
		const calls = rows.map( ( { action, at, status, reason } ) => [
			action,
			{ at: new Date( at ), status, reason },
		] );
		return Object.fromEntries( calls ) as WebhookSet[ 'lastCalls' ];
	}
}
