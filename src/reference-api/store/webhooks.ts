import type { Action } from '../../shared/actions.ts';
import type { WebhookCall } from '../lib/model.ts';
import { query, Repository } from './query.ts';
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

const FIND = query( ( sql, { environmentId }: OfEnvironment ) =>
	sql
		.selectFrom( 'webhook_sets' )
		.selectAll()
		.where( 'environment_id', '=', environmentId )
);

const SAVE = query( ( sql, row: Row< 'webhook_sets' > ) =>
	sql
		.insertInto( 'webhook_sets' )
		.values( {
			environment_id: row.environment_id,
			token: row.token,
			created_by: row.created_by,
			create_time: row.create_time,
		} )
		.onConflict( ( conflict ) =>
			conflict.column( 'environment_id' ).doUpdateSet( ( { ref } ) => ( {
				token: ref( 'excluded.token' ),
				created_by: ref( 'excluded.created_by' ),
				create_time: ref( 'excluded.create_time' ),
			} ) )
		)
);

const DELETE = query( ( sql, { environmentId }: OfEnvironment ) =>
	sql
		.deleteFrom( 'webhook_sets' )
		.where( 'environment_id', '=', environmentId )
);

const DELETE_CALLS = query( ( sql, { environmentId }: OfEnvironment ) =>
	sql
		.deleteFrom( 'webhook_calls' )
		.where( 'environment_id', '=', environmentId )
);

const NOTE_CALL = query( ( sql, row: Row< 'webhook_calls' > ) =>
	sql
		.insertInto( 'webhook_calls' )
		.values( {
			environment_id: row.environment_id,
			action: row.action,
			at: row.at,
			status: row.status,
			reason: row.reason,
		} )
		.onConflict( ( conflict ) =>
			conflict
				.columns( [ 'environment_id', 'action' ] )
				.doUpdateSet( ( { ref } ) => ( {
					at: ref( 'excluded.at' ),
					status: ref( 'excluded.status' ),
					reason: ref( 'excluded.reason' ),
				} ) )
		)
);

const LAST_CALLS = query( ( sql, { environmentId }: OfEnvironment ) =>
	sql
		.selectFrom( 'webhook_calls' )
		.selectAll()
		.where( 'environment_id', '=', environmentId )
);

/** Keeps each environment's webhook set, and when its URLs were last called. */
export class WebhookRepository extends Repository {
	/**
	 * Answers an environment's set, or null.
	 *
	 * @param environmentId Id of the environment.
	 */
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

	/**
	 * Deletes a set; what called it is forgotten with it.
	 *
	 * @param environmentId Id of the environment.
	 * @return False when there was none.
	 */
	async delete( environmentId: string ): Promise< boolean > {
		await this.run( DELETE_CALLS, { environmentId } );
		return ( await this.run( DELETE, { environmentId } ) ) > 0;
	}

	/**
	 * Remembers a call, refused ones too.
	 *
	 * @param environmentId Id of the environment.
	 * @param call          Which action, when, and what it was answered.
	 */
	async noteCall(
		environmentId: string,
		call: WebhookCall
	): Promise< void > {
		await this.run( NOTE_CALL, {
			environment_id: environmentId,
			action: call.action,
			at: call.at.getTime(),
			status: call.status,
			reason: call.reason,
		} );
	}

	/**
	 * Answers the last call of each action.
	 *
	 * @param environmentId Id of the environment.
	 */
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
