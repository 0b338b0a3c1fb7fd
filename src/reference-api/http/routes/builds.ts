/** Uploads and builds (interface 4.3, and what can be read back). */
import type { Services } from '../../services/services.ts';
import { cancelRefusal } from '../../builds/builder.ts';
import { usualMilliseconds } from '../../builds/usual-duration.ts';
import type { DeployedBuild, StoredBuild } from '../../store/builds.ts';
import type { StoredEnvironment } from '../../store/environments.ts';
import { Type } from 'typebox';
import {
	BuildList,
	buildResponse,
	BuildSchema,
	LogPart,
} from '../build-responses.ts';
import type { BuildResponse } from '../build-responses.ts';
import { startedOperation, StartedOperation } from '../operation-responses.ts';
import { ZIP_PART } from '../../builds/zip-errors.ts';
import { allowEmptyRequestBodies } from '../body-parsers.ts';
import { documentRoute } from '../route-documentation.ts';
import { readPage } from '../paging.ts';
import { receiveZip } from '../zip-upload.ts';
import type { ZipOptions } from '../zip-upload.ts';
import {
	BuildParams,
	BuildsQuery,
	EmptyBody,
	EnvironmentParams,
	LogQuery,
	pathOf,
	StartBuildBody,
	UploadQuery,
} from '../request-schemas.ts';
import type { TypedApp } from '../typed-app.ts';
import { closedObject } from '../schema-builders.ts';

const ENVIRONMENT = 'accounts/:account/apps/:app/environments/:environment';
const BASE = `/v1/${ ENVIRONMENT }/builds`;

const BUILD_NAMES = { rebuild: 'rebuild', cleanRebuild: 'clean rebuild' };

/** Read as a stream, so it is described here and validated in zip-upload.ts. */
const UploadBody = closedObject( {
	[ ZIP_PART ]: Type.String( {
		format: 'binary',
		description:
			'The zip of the application code, with package.json in its top folder or its only folder.',
	} ),
} );

function registerUpload(
	app: TypedApp,
	services: Services,
	zip: ZipOptions
): void {
	// The pattern keeps the colon out of the parameter's name.
	app.post(
		'/fu/v1/accounts/:account/apps/:app/environments/:environment([^:/]+)::upload',
		documentRoute( {
			config: { document: { schema: { body: UploadBody } } },
			params: EnvironmentParams,
			querystring: UploadQuery,
			id: 'upload',
			tag: 'Builds',
			summary: 'Uploads application code, which is then deployed',
			description: `One form part named “${ ZIP_PART }” holds the zip. The response is sent when the zip is stored and its list of entries is checked. The operation reports the build.`,
			consumes: [ 'multipart/form-data' ],
			answers: { 200: StartedOperation },
			refusals: [ 408, 422, 429, 507 ],
		} ),
		async ( request ) => {
			const path = pathOf( request.params );
			const environment = await services.catalog.environment( path );
			const file = await receiveZip( request, zip );
			await services.builds.upload(
				path,
				file,
				`upload by ${ request.signedInAs }`,
				request.query.message
			);
			return startedOperation( environment, null );
		}
	);
}

/**
 * Returns the view of builds of an environment.
 *
 * @param deployed The builds that decide the usual durations.
 */
export function buildResponses(
	{ builds }: Pick< Services, 'builds' >,
	environment: StoredEnvironment,
	deployed: readonly DeployedBuild[]
): ( build: StoredBuild ) => BuildResponse {
	return ( build ) =>
		buildResponse( environment, build, {
			usualMilliseconds: usualMilliseconds( build, deployed ),
			cancelRefusal: cancelRefusal( build ),
			redeployRefusal: builds.redeployRefusal( build ),
		} );
}

function registerBuildList( app: TypedApp, services: Services ): void {
	app.get(
		BASE,
		documentRoute( {
			params: EnvironmentParams,
			querystring: BuildsQuery,
			id: 'listBuilds',
			tag: 'Builds',
			summary: 'Lists the builds of an environment',
			description:
				'Page by page. `nextPageToken` is empty on the last page.',
			answers: { 200: BuildList },
		} ),
		async ( { params, query } ) => {
			const environment = await services.catalog.environment(
				pathOf( params )
			);
			const { id } = environment;
			const { page, nextPageToken } = await readPage( query, ( part ) =>
				services.builds.page( id, part )
			);
			const deployed = await services.builds.newestDeployed( id );
			return {
				builds: page.map(
					buildResponses( services, environment, deployed )
				),
				nextPageToken,
			};
		}
	);
}

function registerBuild( app: TypedApp, services: Services ): void {
	app.get(
		`${ BASE }/:build`,
		documentRoute( {
			params: BuildParams,
			id: 'readBuild',
			tag: 'Builds',
			summary: 'Reads a build',
			description: '`no_build` is the newest build of the environment.',
			answers: { 200: BuildSchema },
		} ),
		async ( { params } ) => {
			const environment = await services.catalog.environment(
				pathOf( params )
			);
			const { id } = environment;
			return buildResponses(
				services,
				environment,
				await services.builds.newestDeployed( id )
			)( await services.builds.findByName( id, params.build ) );
		}
	);
}

function registerLogs( app: TypedApp, services: Services ): void {
	app.get(
		`${ BASE }/:build/log`,
		documentRoute( {
			params: BuildParams,
			querystring: LogQuery,
			id: 'readBuildLog',
			tag: 'Builds',
			summary: 'Reads a part of a build’s log',
			description:
				'To follow a log, send the `nextOffset` of a response as `offset` of the next request.',
			answers: { 200: LogPart },
		} ),
		async ( { params, query } ) => {
			const { id } = await services.catalog.environment(
				pathOf( params )
			);
			const build = await services.builds.findByName( id, params.build );
			return services.builds.readLog( build.id, query.offset ?? 0 );
		}
	);
	app.get(
		`/_local/${ ENVIRONMENT }/output`,
		documentRoute( {
			params: EnvironmentParams,
			querystring: LogQuery,
			id: 'readOutput',
			tag: 'Environments',
			summary: 'Reads a part of the output of the live application',
			description:
				'The output is limited: at the limit, the log is rotated, and the new log starts at offset 0. An offset beyond its end reads from the start.',
			answers: { 200: LogPart },
		} ),
		async ( { params, query } ) => {
			const { id } = await services.catalog.environment(
				pathOf( params )
			);
			return services.builds.readApplicationLog( id, query.offset ?? 0 );
		}
	);
}

function registerStart( app: TypedApp, services: Services ): void {
	app.post(
		`/_local/${ ENVIRONMENT }/builds`,
		documentRoute( {
			params: EnvironmentParams,
			body: StartBuildBody,
			id: 'startBuild',
			tag: 'Builds',
			summary: 'Builds the live code again, or joins the queued build',
			description:
				'`cleanRebuild` does not use the files of earlier builds. While a build runs, further requests share one queued build.',
			answers: { 200: BuildSchema },
			refusals: [ 422, 429 ],
		} ),
		async ( { params, body, signedInAs } ) => {
			const environment = await services.catalog.environment(
				pathOf( params )
			);
			const { number } = await services.builds.rebuild(
				pathOf( params ),
				body.action,
				`${ BUILD_NAMES[ body.action ] } by ${ signedInAs }`
			);
			return buildResponses(
				services,
				environment,
				await services.builds.newestDeployed( environment.id )
			)( await services.builds.find( environment.id, number ) );
		}
	);
}

function registerRedeploy( app: TypedApp, services: Services ): void {
	app.post(
		`${ BASE }/:build([^:/]+)::redeploy`,
		documentRoute( {
			params: BuildParams,
			body: EmptyBody,
			id: 'redeployBuild',
			tag: 'Builds',
			summary: 'Redeploys the source of an earlier build',
			description:
				'Uses the current shell variables and install. Once it is live, rebuilds use this source.',
			answers: { 200: StartedOperation },
			refusals: [ 409, 429 ],
		} ),
		async ( { params, signedInAs } ) => {
			const path = pathOf( params );
			const environment = await services.catalog.environment( path );
			const { id: earlier } = await services.builds.findByName(
				environment.id,
				params.build
			);
			const build = await services.builds.redeploy(
				path,
				earlier,
				signedInAs
			);
			return startedOperation( environment, build );
		}
	);
}

export function registerBuilds(
	app: TypedApp,
	services: Services,
	zip: ZipOptions
): void {
	registerUpload( app, services, zip );
	registerBuildList( app, services );
	registerBuild( app, services );
	registerLogs( app, services );
	registerStart( app, services );
	app.register( async ( scope ) => {
		allowEmptyRequestBodies( scope );
		registerRedeploy( scope, services );
	} );
}
