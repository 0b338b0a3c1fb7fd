/** The queries of the builds' repository. */
import type { BuildState } from '../lib/model.ts';
import { query } from './query.ts';
import type { Row } from './tables.ts';

interface Of {
	environmentId: string;
}

interface ById {
	id: string;
}

export const OF = query( ( sql, { environmentId }: Of ) =>
	sql
		.selectFrom( 'builds' )
		.selectAll()
		.where( 'environment_id', '=', environmentId )
		.orderBy( 'number', 'desc' )
);

export const NEWEST = query( ( sql, { environmentId }: Of ) =>
	sql
		.selectFrom( 'builds' )
		.selectAll()
		.where( 'environment_id', '=', environmentId )
		.orderBy( 'number', 'desc' )
		.limit( 1 )
);

export const IN_STATE = query( ( sql, { state }: { state: BuildState } ) =>
	sql
		.selectFrom( 'builds' )
		.selectAll()
		.where( 'state', '=', state )
		.orderBy( 'create_time' )
		.orderBy( 'number' )
);

export const FIND = query( ( sql, { id }: ById ) =>
	sql.selectFrom( 'builds' ).selectAll().where( 'id', '=', id )
);

export const FIND_BY_NUMBER = query(
	( sql, { environmentId, number }: Of & { number: number } ) =>
		sql
			.selectFrom( 'builds' )
			.selectAll()
			.where( 'environment_id', '=', environmentId )
			.where( 'number', '=', number )
);

export const FIND_BY_OPERATION = query(
	( sql, { environmentId, operationId }: Of & { operationId: string } ) =>
		sql
			.selectFrom( 'builds' )
			.selectAll()
			.where( 'environment_id', '=', environmentId )
			.where( 'operation_id', '=', operationId )
);

export const ONLY = query(
	( sql, { environmentId, state }: Of & { state: BuildState } ) =>
		sql
			.selectFrom( 'builds' )
			.selectAll()
			.where( 'environment_id', '=', environmentId )
			.where( 'state', '=', state )
);

export const CREATE_TIMES = query(
	( sql, { environmentId, since }: Of & { since: number } ) =>
		sql
			.selectFrom( 'builds' )
			.select( 'create_time' )
			.where( 'environment_id', '=', environmentId )
			.where( 'create_time', '>', since )
			.orderBy( 'create_time' )
);

type NewRow = Pick<
	Row< 'builds' >,
	| 'id'
	| 'environment_id'
	| 'operation_id'
	| 'trigger'
	| 'clean'
	| 'source'
	| 'started_by'
	| 'absorbed'
	| 'create_time'
>;

export const ADD = query( ( sql, row: NewRow ) =>
	sql.insertInto( 'builds' ).values( ( { fn, selectFrom, lit } ) => ( {
		id: row.id,
		environment_id: row.environment_id,
		number: selectFrom( 'builds' )
			.where( 'environment_id', '=', row.environment_id )
			.select( ( { eb } ) =>
				eb(
					fn.coalesce( eb.fn.max( 'number' ), lit( 0 ) ),
					'+',
					lit( 1 )
				).as( 'next' )
			),
		operation_id: row.operation_id,
		state: 'queued',
		trigger: row.trigger,
		clean: row.clean,
		source: row.source,
		started_by: row.started_by,
		absorbed: row.absorbed,
		create_time: row.create_time,
	} ) )
);

export const ABSORB = query( ( sql, { id }: ById ) =>
	sql
		.updateTable( 'builds' )
		.set( ( column ) => ( { absorbed: column( 'absorbed', '+', 1 ) } ) )
		.where( 'id', '=', id )
);

export const ABSORB_CLEAN = query( ( sql, { id }: ById ) =>
	sql
		.updateTable( 'builds' )
		.set( ( column ) => ( {
			absorbed: column( 'absorbed', '+', 1 ),
			clean: 1,
		} ) )
		.where( 'id', '=', id )
);

export const SUPERSEDE = query(
	( sql, { id, by, at }: ById & { by: string; at: number } ) =>
		sql
			.updateTable( 'builds' )
			.set( { state: 'superseded', superseded_by: by, finish_time: at } )
			.where( 'id', '=', id )
);

export const BEGIN = query( ( sql, { id, at }: ById & { at: number } ) =>
	sql
		.updateTable( 'builds' )
		.set( ( column ) => ( {
			state: 'building',
			start_time: at,
			steps: '[]',
			attempts: column( 'attempts', '+', 1 ),
		} ) )
		.where( 'id', '=', id )
		.where( 'state', '=', 'queued' )
);

export const SET_SOURCE = query(
	( sql, { id, source }: ById & { source: string } ) =>
		sql.updateTable( 'builds' ).set( { source } ).where( 'id', '=', id )
);

export const DEPLOYING = query( ( sql, { id }: ById ) =>
	sql
		.updateTable( 'builds' )
		.set( { state: 'deploying' } )
		.where( 'id', '=', id )
);

export const SET_STEPS = query(
	( sql, { id, steps }: ById & { steps: string } ) =>
		sql.updateTable( 'builds' ).set( { steps } ).where( 'id', '=', id )
);

export const RETIRE_LIVE = query( ( sql, { environmentId }: Of ) =>
	sql
		.updateTable( 'builds' )
		.set( { state: 'succeeded' } )
		.where( 'environment_id', '=', environmentId )
		.where( 'state', '=', 'live' )
);

export const GO_LIVE = query( ( sql, { id, at }: ById & { at: number } ) =>
	sql
		.updateTable( 'builds' )
		.set( { state: 'live', finish_time: at } )
		.where( 'id', '=', id )
);

export const END = query(
	(
		sql,
		{
			id,
			state,
			error,
			at,
		}: ById & { state: BuildState; error: string; at: number }
	) =>
		sql
			.updateTable( 'builds' )
			.set( { state, error, finish_time: at } )
			.where( 'id', '=', id )
);

export const REQUEUE = query(
	( sql, { id, uncounted }: ById & { uncounted: number } ) =>
		sql
			.updateTable( 'builds' )
			.set( ( column ) => ( {
				state: 'queued',
				start_time: null,
				steps: '[]',
				attempts: column( 'attempts', '-', uncounted ),
			} ) )
			.where( 'id', '=', id )
);

export const REMOVE = query( ( sql, { id }: ById ) =>
	sql.deleteFrom( 'builds' ).where( 'id', '=', id )
);
