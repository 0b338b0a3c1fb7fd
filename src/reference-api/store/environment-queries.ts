/** The queries of the environments' repository. */
import { query } from './query.ts';
import type { Row } from './tables.ts';

export const ALL = query( ( sql ) =>
	sql
		.selectFrom( 'environments' )
		.selectAll()
		.orderBy( 'create_time' )
		.orderBy( 'id' )
);

export const OF = query(
	( sql, values: { accountName: string; appId: string } ) =>
		sql
			.selectFrom( 'environments' )
			.selectAll()
			.where( 'account_name', '=', values.accountName )
			.where( 'app_id', '=', values.appId )
			.orderBy( 'create_time' )
			.orderBy( 'id' )
);

export const FIND = query( ( sql, { id }: { id: string } ) =>
	sql.selectFrom( 'environments' ).selectAll().where( 'id', '=', id )
);

export const ADD = query(
	(
		sql,
		row: Omit<
			Row< 'environments' >,
			'cache_generation' | 'purge_time' | 'source'
		>
	) =>
		sql.insertInto( 'environments' ).values( {
			id: row.id,
			account_name: row.account_name,
			app_id: row.app_id,
			display_name: row.display_name,
			branch: row.branch,
			wp_environment: row.wp_environment,
			root_directory: row.root_directory,
			shell_variables: row.shell_variables,
			variables_time: row.variables_time,
			purge_on_deploy: row.purge_on_deploy,
			edge_port: row.edge_port,
			create_time: row.create_time,
		} )
);

export const SET_EDGE_PORT = query(
	( sql, values: { id: string; port: number } ) =>
		sql
			.updateTable( 'environments' )
			.set( { edge_port: values.port } )
			.where( 'id', '=', values.id )
);

export const SET_SOURCE = query(
	( sql, values: { id: string; source: string } ) =>
		sql
			.updateTable( 'environments' )
			.set( { source: values.source } )
			.where( 'id', '=', values.id )
);

export const SET_VARIABLES = query(
	( sql, values: { id: string; variables: string; at: number } ) =>
		sql
			.updateTable( 'environments' )
			.set( {
				shell_variables: values.variables,
				variables_time: values.at,
			} )
			.where( 'id', '=', values.id )
);

export const LINK = query( ( sql, values: { id: string; install: string } ) =>
	sql
		.updateTable( 'environments' )
		.set( { wp_environment: values.install } )
		.where( 'id', '=', values.id )
);

export const SET_ROOT_DIRECTORY = query(
	( sql, values: { id: string; rootDirectory: string } ) =>
		sql
			.updateTable( 'environments' )
			.set( { root_directory: values.rootDirectory } )
			.where( 'id', '=', values.id )
);

export const SET_PURGE_ON_DEPLOY = query(
	( sql, values: { id: string; isOn: number } ) =>
		sql
			.updateTable( 'environments' )
			.set( { purge_on_deploy: values.isOn } )
			.where( 'id', '=', values.id )
);

export const BUMP_GENERATION = query(
	( sql, values: { id: string; at: number } ) =>
		sql
			.updateTable( 'environments' )
			.set( ( column ) => ( {
				cache_generation: column( 'cache_generation', '+', 1 ),
				purge_time: values.at,
			} ) )
			.where( 'id', '=', values.id )
			.returning( 'cache_generation' )
);

/** What belongs to an environment, in the order in which it can go. */
export const DELETE_PARTS = [
	query( ( sql, { id }: { id: string } ) =>
		sql.deleteFrom( 'webhook_calls' ).where( 'environment_id', '=', id )
	),
	query( ( sql, { id }: { id: string } ) =>
		sql.deleteFrom( 'webhook_sets' ).where( 'environment_id', '=', id )
	),
	query( ( sql, { id }: { id: string } ) =>
		sql.deleteFrom( 'builds' ).where( 'environment_id', '=', id )
	),
];

export const DELETE = query( ( sql, { id }: { id: string } ) =>
	sql.deleteFrom( 'environments' ).where( 'id', '=', id )
);
