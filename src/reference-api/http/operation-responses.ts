/** What the routes of uploads, operations and webhooks answer (docs/reference-api.md). */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import {
	isDeployed,
	isUnsuccessful,
	NO_BUILD,
} from '../../shared/build-states.ts';
import type { Operation } from '../builds/builds.ts';
import type { Build, Environment } from '../model/hosting.ts';
import {
	buildName,
	environmentName,
	environmentResponse,
	EnvironmentSchema,
} from './environment-responses.ts';
import type { EnvironmentFacts } from './environment-responses.ts';
import {
	closedObject,
	describedObject,
	emptyText,
	namedObject,
	nextPageToken,
} from './schema-builders.ts';

const METADATA_TYPE =
	'type.googleapis.com/wpengine.js.apps.v1.UpdateEnvironmentMetadata';

/** Codes of google.rpc.Code. */
const CANCELLED = 1;
const FAILED_PRECONDITION = 9;

const OperationMetadata = namedObject(
	'OperationMetadata',
	'What an operation changes.',
	{
		'@type': Type.Literal( METADATA_TYPE ),
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

export const OperationSchema = Type.Union(
	[
		StartedOperation,
		describedObject( 'The operation succeeded.', {
			...operationFields,
			done: Type.Literal( true ),
			response: EnvironmentSchema,
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
	{ operations: Type.Array( OperationSchema ), nextPageToken }
);

/** A purge has no operation. */
export const WebhookAnswer = Type.Union(
	[ StartedOperation, closedObject( {} ) ],
	{
		description:
			'The operation of the build that was started or joined; `{}` after a purge.',
	}
);

export type OperationResponse = Static< typeof OperationSchema >;

export function operationName( environment: Environment, id: string ): string {
	return `${ environmentName( environment ) }/operations/${ id }`;
}

/** Shows an operation that has just begun. */
export function startedOperation(
	environment: Environment,
	build: Pick< Build, 'id' | 'operationId' > | null
) {
	return {
		name: operationName( environment, build?.operationId ?? NO_BUILD ),
		metadata: {
			'@type': METADATA_TYPE,
			build: buildName( environment, build?.id ?? NO_BUILD ),
			deployment: '' as const,
		},
		done: false as const,
	} as const;
}

/** Shows an operation as it is now; when it is done it has either a response or an error. */
export function operationResponse(
	operation: Operation,
	facts: EnvironmentFacts
): OperationResponse {
	const { environment, build, outcome } = operation;
	const started = startedOperation( environment, build );
	const response = environmentResponse( environment, facts );
	if ( ! outcome ) {
		return { ...started, done: true, response };
	}
	const metadata = {
		...started.metadata,
		build: buildName( environment, outcome.id ),
	};
	const { state, error: message } = outcome;
	if ( isDeployed( outcome ) ) {
		return { ...started, metadata, done: true, response };
	}
	if ( isUnsuccessful( outcome ) ) {
		const code = state === 'failed' ? FAILED_PRECONDITION : CANCELLED;
		return { ...started, metadata, done: true, error: { code, message } };
	}
	return { ...started, metadata };
}
