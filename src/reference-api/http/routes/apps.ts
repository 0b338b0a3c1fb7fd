/** Regions and applications (interface 4.1, and what can be read back). */
import type { Services } from '../../services/services.ts';
import { REGIONS } from '../../lib/names.ts';
import {
	AppList,
	appResponse,
	AppSchema,
	RegionList,
} from '../environment-responses.ts';
import { documentRoute, NoContent } from '../route-documentation.ts';
import {
	AccountParams,
	AppParams,
	CreateAppBody,
	CreateAppQuery,
} from '../request-schemas.ts';
import type { TypedApp } from '../typed-app.ts';

const BASE = '/v1/accounts/:account/apps';

function registerReading( app: TypedApp, services: Services ): void {
	app.get(
		'/v1/regions',
		documentRoute( {
			config: { scope: 'any' },
			id: 'listRegions',
			tag: 'Apps',
			summary: 'Lists the regions',
			description:
				'The region of an application is chosen when it is created.',
			answers: { 200: RegionList },
		} ),
		() => ( { regions: [ ...REGIONS ] } )
	);
	app.get(
		BASE,
		documentRoute( {
			params: AccountParams,
			id: 'listApps',
			tag: 'Apps',
			summary: 'Lists the applications of an account',
			description:
				'Without their environments, which listEnvironments returns.',
			answers: { 200: AppList },
		} ),
		async ( { params } ) => {
			const apps = await services.catalog.apps( params.account );
			return { apps: apps.map( appResponse ) };
		}
	);
	app.get(
		`${ BASE }/:app`,
		documentRoute( {
			params: AppParams,
			id: 'readApp',
			tag: 'Apps',
			summary: 'Reads an application',
			description:
				'Without its environments, which listEnvironments returns.',
			answers: { 200: AppSchema },
		} ),
		async ( { params } ) =>
			appResponse(
				await services.catalog.app( params.account, params.app )
			)
	);
}

function registerWriting( app: TypedApp, services: Services ): void {
	app.post(
		BASE,
		documentRoute( {
			params: AccountParams,
			querystring: CreateAppQuery,
			body: CreateAppBody,
			id: 'createApp',
			tag: 'Apps',
			summary: 'Creates an application',
			description:
				'The name is unique in the account. Neither the name nor the region can be changed later. The response has no body.',
			answers: { 200: NoContent },
			refusals: [ 409 ],
		} ),
		async ( { params, query, body }, reply ) => {
			await services.catalog.createApp(
				params.account,
				query.appId,
				body.region
			);
			// "HTTP 200 with no response body" (interface 4.1).
			return reply.code( 200 ).send();
		}
	);
	app.delete(
		`${ BASE }/:app`,
		documentRoute( {
			params: AppParams,
			id: 'deleteApp',
			tag: 'Apps',
			summary: 'Deletes an application with all of its environments',
			description:
				'Stops their applications and builds, and deletes their files.',
			answers: { 204: NoContent },
		} ),
		async ( { params }, reply ) => {
			await services.deletion.app( params.account, params.app );
			return reply.code( 204 ).send();
		}
	);
}

export function registerApps( app: TypedApp, services: Services ): void {
	registerReading( app, services );
	registerWriting( app, services );
}
