import type { Action } from '../../shared/actions.ts';
import type { WebhookCall } from '../model/hosting.ts';
import { Repository, statement } from './repository.ts';
import type { Row } from './tables.ts';

/** The secret of an environment's three webhook URLs. */
export interface StoredWebhookSet {
	environmentId: string;
	token: string;
	createdBy: string;
	createTime: Date;
}

interface OfEnvironment {
	environmentId: string;
}

const FIND = statement< OfEnvironment, Row< 'webhook_sets' > >(
	'SELECT * FROM webhook_sets WHERE environment_id = :environmentId'
);

const SAVE = statement< Row< 'webhook_sets' > >( `
	INSERT INTO webhook_sets (
		environment_id, token, created_by, create_time
	) VALUES (
		:environment_id, :token, :created_by, :create_time
	)
	ON CONFLICT (environment_id) DO UPDATE SET
		token = excluded.token, created_by = excluded.created_by, create_time = excluded.create_time
` );

const DELETE = statement< OfEnvironment >(
	'DELETE FROM webhook_sets WHERE environment_id = :environmentId'
);

const DELETE_CALLS = statement< OfEnvironment >(
	'DELETE FROM webhook_calls WHERE environment_id = :environmentId'
);

const RECORD_CALL = statement< Row< 'webhook_calls' > >( `
	INSERT INTO webhook_calls (
		environment_id, action, at, status, reason
	) VALUES (
		:environment_id, :action, :at, :status, :reason
	)
	ON CONFLICT (environment_id, action) DO UPDATE SET
		at = excluded.at, status = excluded.status, reason = excluded.reason
` );

const LAST_CALLS = statement< OfEnvironment, Row< 'webhook_calls' > >(
	'SELECT * FROM webhook_calls WHERE environment_id = :environmentId'
);

/** Webhook sets of environments, and the times of their last calls. */
export class WebhookRepository extends Repository {
	async find( environmentId: string ): Promise< StoredWebhookSet | null > {
		const row = await this.first( FIND, { environmentId } );
		return row
			? {
					environmentId,
					token: row.token,
					createdBy: row.created_by,
					createTime: new Date( row.create_time ),
				}
			: null;
	}

	/** Adds a set, or replaces the one there is. */
	async save( set: StoredWebhookSet ): Promise< void > {
		await this.run( SAVE, {
			environment_id: set.environmentId,
			token: set.token,
			created_by: set.createdBy,
			create_time: set.createTime.getTime(),
		} );
	}

	/** Deletes a set; what called it is forgotten with it. */
	async delete( environmentId: string ): Promise< boolean > {
		await this.run( DELETE_CALLS, { environmentId } );
		return ( await this.run( DELETE, { environmentId } ) ) > 0;
	}

	/** Remembers a call, refused ones too. */
	async recordCall(
		environmentId: string,
		call: WebhookCall
	): Promise< void > {
		await this.run( RECORD_CALL, {
			environment_id: environmentId,
			action: call.action,
			at: call.at.getTime(),
			status: call.status,
			reason: call.reason,
		} );
	}

	async lastCalls(
		environmentId: string
	): Promise< Partial< Record< Action, WebhookCall > > > {
		const rows = await this.list( LAST_CALLS, { environmentId } );
		const calls = rows.map( ( { action, at, status, reason } ) => [
			action,
			{ action, at: new Date( at ), status, reason },
		] );
		return Object.fromEntries( calls ) as Partial<
			Record< Action, WebhookCall >
		>;
	}
}
