import type { Operation } from '../../builds/builds.ts';
import type { Services } from '../../services/services.ts';
import {
	OperationList,
	operationResponse,
	OperationSchema,
} from '../operation-responses.ts';
import type { OperationResponse } from '../operation-responses.ts';
import { allowEmptyRequestBodies } from '../body-parsers.ts';
import { documentRoute, EmptyObject } from '../route-documentation.ts';
import { readPage } from '../paging.ts';
import {
	EmptyBody,
	EnvironmentParams,
	OperationParams,
	OperationsQuery,
	pathOf,
} from '../request-schemas.ts';
import type { TypedApp } from '../typed-app.ts';
import { environmentFacts } from './environments.ts';

const ENVIRONMENT = '/v1/accounts/:account/apps/:app/environments/:environment';
const BASE = `${ ENVIRONMENT }/operations`;

async function show(
	services: Services,
	operation: Operation
): Promise< OperationResponse > {
	const facts = await environmentFacts( services, operation.environment );
	return operationResponse( operation, facts );
}

function registerReading( app: TypedApp, services: Services ): void {
	app.get(
		BASE,
		documentRoute( {
			params: EnvironmentParams,
			querystring: OperationsQuery,
			id: 'listOperations',
			tag: 'Builds',
			summary: 'Lists the operations of an environment',
			description:
				'Newest first, page by page. `nextPageToken` is empty on the last page.',
			answers: { 200: OperationList },
		} ),
		async ( { params, query } ) => {
			const path = pathOf( params );
			const { id } = await services.catalog.environment( path );
			const { page, nextPageToken } = await readPage( query, ( part ) =>
				services.builds.page( id, part )
			);
			const operations: OperationResponse[] = [];
			for ( const { operationId } of page ) {
				operations.push(
					await show(
						services,
						await services.builds.operation( path, operationId )
					)
				);
			}
			return { operations, nextPageToken };
		}
	);
	app.get(
		`${ BASE }/:operation`,
		documentRoute( {
			params: OperationParams,
			id: 'readOperation',
			tag: 'Builds',
			summary: 'Reads an operation',
			description:
				'`no_build` is the newest operation of the environment; before the first build that is its creation, which is done at once.',
			answers: { 200: OperationSchema },
		} ),
		async ( { params } ) => {
			const operation = await services.builds.operation(
				pathOf( params ),
				params.operation
			);
			return show( services, operation );
		}
	);
}

function registerActions( app: TypedApp, services: Services ): void {
	app.post(
		`${ BASE }/:operation([^:/]+)::cancel`,
		documentRoute( {
			params: OperationParams,
			body: EmptyBody,
			id: 'cancelOperation',
			tag: 'Builds',
			summary: 'Cancels the build of an operation that is not live yet',
			description:
				'If the build was replaced by a later one, that one is canceled.',
			answers: { 200: EmptyObject },
			refusals: [ 409 ],
		} ),
		async ( { params } ) => {
			await services.builds.cancel( pathOf( params ), params.operation );
			return {};
		}
	);
	app.post(
		`${ ENVIRONMENT }([^:/]+)::clearCache`,
		documentRoute( {
			params: EnvironmentParams,
			body: EmptyBody,
			id: 'clearCache',
			tag: 'Environments',
			summary: 'Purges the edge cache of an environment',
			description: 'The same as the webhook purgeCache.',
			answers: { 200: EmptyObject },
		} ),
		async ( { params, signedInAs } ) => {
			await services.triggers.trigger(
				pathOf( params ),
				'purgeCache',
				signedInAs
			);
			return {};
		}
	);
}

export function registerOperations( app: TypedApp, services: Services ): void {
	registerReading( app, services );
	app.register( async ( scope ) => {
		allowEmptyRequestBodies( scope );
		registerActions( scope, services );
	} );
}
