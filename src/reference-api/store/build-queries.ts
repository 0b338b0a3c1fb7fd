/** The statements of the builds' repository. */
import type { BuildState } from '../model/hosting.ts';
import { statement } from './repository.ts';
import type { Row } from './tables.ts';

interface OfEnvironment {
	environmentId: string;
}

interface ById {
	id: string;
}

export const OF = statement< OfEnvironment, Row< 'builds' > >(
	'SELECT * FROM builds WHERE environment_id = :environmentId ORDER BY number DESC'
);

export const NEWEST = statement< OfEnvironment, Row< 'builds' > >(
	'SELECT * FROM builds WHERE environment_id = :environmentId ORDER BY number DESC LIMIT 1'
);

export const IN_STATE = statement< { state: BuildState }, Row< 'builds' > >(
	'SELECT * FROM builds WHERE state = :state ORDER BY create_time, number'
);

export const FIND = statement< ById, Row< 'builds' > >(
	'SELECT * FROM builds WHERE id = :id'
);

export const FIND_BY_NUMBER = statement<
	OfEnvironment & { number: number },
	Row< 'builds' >
>(
	'SELECT * FROM builds WHERE environment_id = :environmentId AND number = :number'
);

export const FIND_BY_OPERATION = statement<
	OfEnvironment & { operationId: string },
	Row< 'builds' >
>(
	'SELECT * FROM builds WHERE environment_id = :environmentId AND operation_id = :operationId'
);

export const ONLY = statement<
	OfEnvironment & { state: BuildState },
	Row< 'builds' >
>(
	'SELECT * FROM builds WHERE environment_id = :environmentId AND state = :state'
);

export const CREATE_TIMES = statement<
	OfEnvironment & { since: number },
	Pick< Row< 'builds' >, 'create_time' >
>( `
	SELECT create_time FROM builds
	WHERE environment_id = :environmentId AND create_time > :since
	ORDER BY create_time
` );

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

export const ADD = statement< NewRow >( `
	INSERT INTO builds (
		number, state, id, environment_id, operation_id, "trigger", clean, source, started_by, absorbed,
		create_time
	) VALUES (
		(SELECT coalesce(max(number), 0) + 1 FROM builds WHERE environment_id = :environment_id), 'queued',
		:id, :environment_id, :operation_id, :trigger, :clean, :source, :started_by, :absorbed,
		:create_time
	)
` );

export const ABSORB = statement< ById >(
	'UPDATE builds SET absorbed = absorbed + 1 WHERE id = :id'
);

export const ABSORB_CLEAN = statement< ById >(
	'UPDATE builds SET absorbed = absorbed + 1, clean = 1 WHERE id = :id'
);

export const SUPERSEDE = statement< ById & { by: string; at: number } >( `
	UPDATE builds SET state = 'superseded', superseded_by = :by, finish_time = :at WHERE id = :id
` );

export const BEGIN = statement< ById & { at: number } >( `
	UPDATE builds SET state = 'building', start_time = :at, steps = '[]', attempts = attempts + 1
	WHERE id = :id AND state = 'queued'
` );

export const SET_SOURCE = statement< ById & { source: string } >(
	'UPDATE builds SET source = :source WHERE id = :id'
);

export const DEPLOYING = statement< ById >( `
	UPDATE builds SET state = 'deploying' WHERE id = :id
` );

export const SET_STEPS = statement< ById & { steps: string } >(
	'UPDATE builds SET steps = :steps WHERE id = :id'
);

export const RETIRE_LIVE = statement< OfEnvironment >( `
	UPDATE builds SET state = 'succeeded' WHERE environment_id = :environmentId AND state = 'live'
` );

export const GO_LIVE = statement< ById & { at: number } >( `
	UPDATE builds SET state = 'live', finish_time = :at WHERE id = :id
` );

export const END = statement<
	ById & { state: BuildState; error: string; at: number }
>(
	'UPDATE builds SET state = :state, error = :error, finish_time = :at WHERE id = :id'
);

export const REQUEUE = statement< ById & { uncounted: number } >( `
	UPDATE builds SET state = 'queued', start_time = NULL, steps = '[]', attempts = attempts - :uncounted
	WHERE id = :id
` );

export const REMOVE = statement< ById >( 'DELETE FROM builds WHERE id = :id' );
