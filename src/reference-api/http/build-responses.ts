/**
 * What the routes of builds answer (docs/reference-api.md). The descriptions mark fields that only this platform has.
 */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { BUILD_STATES } from '../../shared/build-states.ts';
import { UPLOADABLE_BRANCH } from '../lib/names.ts';
import { BUILD_STEPS, BUILD_TRIGGERS } from '../model/hosting.ts';
import type { StoredBuild } from '../store/builds.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import { buildName } from './environment-responses.ts';
import { operationName } from './operation-responses.ts';
import {
	closedObject,
	describedObject,
	emptyText,
	namedObject,
	nextPageToken,
	oneOf,
	time,
} from './schema-builders.ts';

const BuildStepSchema = closedObject( {
	name: oneOf( BUILD_STEPS ),
	state: oneOf( [ 'running', 'done', 'failed', 'skipped' ] ),
	startTime: time( 'When it started.' ),
	finishTime: Type.Optional( time( 'When it ended; absent until then.' ) ),
} );

export const BuildSchema = namedObject( 'Build', 'A build.', {
	name: Type.String( { description: 'Resource name.' } ),
	archived: Type.Boolean(),
	branch: Type.String( { examples: [ UPLOADABLE_BRANCH ] } ),
	commitMessage: Type.String( {
		description: 'The message of the upload, or empty.',
		examples: [ 'Fix the header' ],
	} ),
	commitSha: emptyText( 'Uploads have no commit.' ),
	createTime: time( 'When it was requested.' ),
	startTime: Type.Optional( time( 'When it started; absent until then.' ) ),
	finishTime: Type.Optional( time( 'When it ended; absent until then.' ) ),
	state: oneOf(
		BUILD_STATES,
		'Only on this platform. `succeeded` was live and was replaced; `superseded` was merged into a later build.'
	),
	trigger: oneOf(
		BUILD_TRIGGERS,
		'Only on this platform. `redeploy` builds the source of an earlier build.'
	),
	number: Type.Integer( {
		minimum: 1,
		description: 'Only on this platform: 1, 2, 3 … per environment.',
	} ),
	startedBy: Type.String( {
		description: 'Only on this platform: display text.',
		examples: [ 'upload by sam' ],
	} ),
	absorbed: Type.Integer( {
		minimum: 0,
		description:
			'Only on this platform: number of calls merged into this build.',
	} ),
	error: Type.String( {
		description:
			'Only on this platform: empty, or the cause and the next step.',
	} ),
	steps: Type.Array( BuildStepSchema, {
		description: 'Only on this platform: the steps that started.',
	} ),
	operation: Type.String( {
		description: 'Only on this platform: resource name of its operation.',
	} ),
	usualMilliseconds: Type.Union( [ Type.Number(), Type.Null() ], {
		description:
			'Only on this platform: the median duration of the last five builds that went live by the same action, or null.',
		examples: [ 41_000 ],
	} ),
	hasLiveCode: Type.Boolean( {
		description:
			'Only on this platform: whether it has the code that rebuilds use.',
	} ),
	cancelRefusal: Type.String( {
		description:
			'Only on this platform: why it cannot be canceled; empty if it can.',
	} ),
	redeployRefusal: Type.String( {
		description:
			'Only on this platform: why it cannot be deployed again, for example because its code was deleted; empty if it can.',
	} ),
} );

export const BuildList = describedObject( 'A page of builds.', {
	builds: Type.Array( BuildSchema ),
	nextPageToken,
} );

export const LogPart = namedObject( 'LogPart', 'A part of a log.', {
	text: Type.String( {
		description: 'As it was printed, with escape sequences of terminals.',
	} ),
	nextOffset: Type.Integer( {
		minimum: 0,
		description: 'Where the next part begins, in bytes.',
	} ),
} );

export type BuildResponse = Static< typeof BuildSchema >;

/** Leaves out the times that are not known yet. */
function times( span: { startTime: Date | null; finishTime: Date | null } ) {
	const { startTime, finishTime } = span;
	return {
		...( startTime ? { startTime } : {} ),
		...( finishTime ? { finishTime } : {} ),
	};
}

/** Data of a build that are not in its record. */
export type BuildFacts = Pick<
	BuildResponse,
	'usualMilliseconds' | 'cancelRefusal' | 'redeployRefusal'
>;

export function buildResponse(
	environment: StoredEnvironment,
	build: StoredBuild,
	facts: BuildFacts
): BuildResponse {
	return {
		name: buildName( environment, build.id ),
		archived: false,
		branch: environment.branch,
		commitMessage: build.commitMessage,
		commitSha: '',
		createTime: build.createTime,
		...times( build ),
		state: build.state,
		trigger: build.trigger,
		number: build.number,
		startedBy: build.startedBy,
		absorbed: build.absorbed,
		error: build.error,
		steps: build.steps.map( ( step ) => ( {
			name: step.name,
			state: step.state,
			...times( step ),
			startTime: step.startTime,
		} ) ),
		operation: operationName( environment, build.operationId ),
		hasLiveCode: build.source !== '' && build.source === environment.source,
		...facts,
	};
}
