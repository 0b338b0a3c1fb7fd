/** The statements of the environments' repository. */
import { statement } from './repository.ts';
import type { Row } from './tables.ts';

interface ById {
	id: string;
}

export const ALL = statement< object, Row< 'environments' > >(
	'SELECT * FROM environments ORDER BY create_time, id'
);

export const OF = statement<
	{ accountName: string; appId: string },
	Row< 'environments' >
>( `
	SELECT * FROM environments
	WHERE account_name = :accountName AND app_id = :appId
	ORDER BY create_time, id
` );

export const FIND = statement< ById, Row< 'environments' > >(
	'SELECT * FROM environments WHERE id = :id'
);

type NewRow = Omit<
	Row< 'environments' >,
	'cache_generation' | 'purge_time' | 'source'
>;

export const ADD = statement< NewRow >( `
	INSERT INTO environments (
		id, account_name, app_id, display_name, branch, wp_environment, root_directory,
		shell_variables, variables_time, purge_on_deploy, edge_port, create_time
	) VALUES (
		:id, :account_name, :app_id, :display_name, :branch, :wp_environment, :root_directory,
		:shell_variables, :variables_time, :purge_on_deploy, :edge_port, :create_time
	)
` );

export const SET_EDGE_PORT = statement< ById & { port: number } >(
	'UPDATE environments SET edge_port = :port WHERE id = :id'
);

export const SET_SOURCE = statement< ById & { source: string } >(
	'UPDATE environments SET source = :source WHERE id = :id'
);

export const SET_VARIABLES = statement<
	ById & { variables: string; at: number }
>(
	'UPDATE environments SET shell_variables = :variables, variables_time = :at WHERE id = :id'
);

export const LINK = statement< ById & { install: string } >(
	'UPDATE environments SET wp_environment = :install WHERE id = :id'
);

export const SET_ROOT_DIRECTORY = statement< ById & { rootDirectory: string } >(
	'UPDATE environments SET root_directory = :rootDirectory WHERE id = :id'
);

export const SET_PURGE_ON_DEPLOY = statement< ById & { isOn: number } >(
	'UPDATE environments SET purge_on_deploy = :isOn WHERE id = :id'
);

export const BUMP_GENERATION = statement<
	ById & { at: number },
	Pick< Row< 'environments' >, 'cache_generation' >
>( `
	UPDATE environments SET cache_generation = cache_generation + 1, purge_time = :at
	WHERE id = :id
	RETURNING cache_generation
` );

/** Dependent rows, in an order that the foreign keys allow. */
export const DELETE_DEPENDENTS = [
	'webhook_calls',
	'webhook_sets',
	'builds',
].map( ( table ) =>
	statement< ById >( `DELETE FROM ${ table } WHERE environment_id = :id` )
);

export const DELETE = statement< ById >(
	'DELETE FROM environments WHERE id = :id'
);
