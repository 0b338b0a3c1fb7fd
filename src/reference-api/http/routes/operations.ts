import type { Operation } from '../../builds/builds.ts';
import type { Services } from '../../services/services.ts';
import type { Build } from '../../model/hosting.ts';
import { OperationList, OperationShape } from '../build-shapes.ts';
import type { OperationView } from '../build-shapes.ts';
import { allowEmptyRequestBodies } from '../body-parsers.ts';
import { documentRoute, EmptyObject } from '../route-documentation.ts';
import { readPage } from '../paging.ts';
import {
	EmptyBody,
	EnvironmentParams,
	OperationParams,
	OperationsQuery,
} from '../request-schemas.ts';
import type { TypedApp } from '../typed-app.ts';
import { operationView } from '../views.ts';
import { pathOf } from './builds.ts';

const ENVIRONMENT = '/v1/accounts/:account/apps/:app/environments/:environment';
const BASE = `${ ENVIRONMENT }/operations`;

async function show(
	services: Services,
	operation: Operation,
	newest: Build | null
) {
	const { environment } = operation;
	return operationView( operation, {
		newest,
		domain: new URL( services.edges.url( environment ) ).host,
		served: await services.liveReleases.status( environment.id ),
	} );
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
			const newest = await services.builds.newest( id );
			const operations: OperationView[] = [];
			for ( const { operationId } of page ) {
				operations.push(
					await show(
						services,
						await services.builds.operation( path, operationId ),
						newest
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
			answers: { 200: OperationShape },
		} ),
		async ( { params } ) => {
			const operation = await services.builds.operation(
				pathOf( params ),
				params.operation
			);
			const newest = await services.builds.newest(
				operation.environment.id
			);
			return show( services, operation, newest );
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
