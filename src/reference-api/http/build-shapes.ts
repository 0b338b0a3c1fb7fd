/**
 * What the routes of uploads, builds, operations and webhooks answer (docs/reference-api.md). The descriptions mark
 * fields that only this platform has.
 */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { BUILD_STATES } from '../../shared/build-states.ts';
import { BUILD_STEPS, BUILD_TRIGGERS } from '../model/hosting.ts';
import { UPLOADABLE_BRANCH } from '../lib/names.ts';
import { emptyText, EnvironmentShape, oneOf, time } from './shapes.ts';
import {
	closedObject,
	describedObject,
	namedObject,
} from './closed-objects.ts';

const BuildStepShape = closedObject( {
	name: oneOf( BUILD_STEPS ),
	state: oneOf( [ 'running', 'done', 'failed', 'skipped' ] ),
	startTime: time( 'When it started.' ),
	finishTime: Type.Optional( time( 'When it ended; absent until then.' ) ),
} );

export const BuildShape = namedObject( 'Build', 'A build.', {
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
	steps: Type.Array( BuildStepShape, {
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

const nextPageToken = Type.String( {
	description: 'The pageToken of the next page; empty on the last one.',
} );

export const BuildList = describedObject( 'A page of builds.', {
	builds: Type.Array( BuildShape ),
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

const OperationMetadata = namedObject(
	'OperationMetadata',
	'What an operation changes.',
	{
		'@type': Type.Literal(
			'type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata'
		),
		build: Type.String( {
			description: 'Resource name of the build; may end in `no_build`.',
		} ),
		deployment: emptyText( 'Always empty.' ),
	}
);

const operationFields = {
	name: Type.String( {
		description: 'Resource name; its id may be the word `no_build`.',
		examples: [
			'accounts/acme/apps/shop/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55/operations/no_build',
		],
	} ),
	metadata: OperationMetadata,
};

export const StartedOperation = namedObject(
	'StartedOperation',
	'A long-running operation that has begun.',
	{ ...operationFields, done: Type.Literal( false ) }
);

export const OperationShape = Type.Union(
	[
		StartedOperation,
		describedObject( 'The operation succeeded.', {
			...operationFields,
			done: Type.Literal( true ),
			response: EnvironmentShape,
		} ),
		describedObject( 'The operation failed or was canceled.', {
			...operationFields,
			done: Type.Literal( true ),
			error: closedObject( {
				code: Type.Integer( {
					description: 'A code of google.rpc.Code.',
				} ),
				message: Type.String(),
			} ),
		} ),
	],
	{ $id: 'Operation', description: 'A long-running operation.' }
);

export const OperationList = describedObject(
	'A page of operations, the newest first.',
	{ operations: Type.Array( OperationShape ), nextPageToken }
);

/** A purge has no operation. */
export const WebhookAnswer = Type.Union(
	[ StartedOperation, closedObject( {} ) ],
	{
		description:
			'The operation of the build that was started or joined; `{}` after a purge.',
	}
);

export type BuildView = Static< typeof BuildShape >;
export type OperationView = Static< typeof OperationShape >;
