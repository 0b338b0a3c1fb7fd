/** What single pages of a client show of an environment: its cache, variables, webhooks and output. */
import type { CacheReport } from '../../model/cache-report.ts';
import {
	isReserved,
	platformVariables,
} from '../../builds/platform-variables.ts';
import type { Services } from '../../services/services.ts';
import type { StoredEnvironment } from '../../store/environments.ts';
import { BuildShape, LogPart } from '../build-shapes.ts';
import {
	CacheGroupListShape,
	CacheShape,
	VariablesShape,
} from '../detail-shapes.ts';
import type { CacheView, VariablesView } from '../detail-shapes.ts';
import { documentRoute } from '../route-documentation.ts';
import {
	CacheGroupsQuery,
	EnvironmentParams,
	InvalidateGroupBody,
	LogQuery,
	StartBuildBody,
} from '../request-schemas.ts';
import type { TypedApp } from '../typed-app.ts';
import { buildViews, pathOf } from './builds.ts';

const ENVIRONMENT =
	'/_local/accounts/:account/apps/:app/environments/:environment';

const BUILD_NAMES = { rebuild: 'rebuild', cleanRebuild: 'clean rebuild' };

function cacheView( { purgedAt, ...report }: CacheReport ): CacheView {
	const withTime = < Item extends { at: Date } >( item: Item ) => ( {
		...item,
		at: item.at.toISOString(),
	} );
	return {
		...report,
		purgedAt: purgedAt?.toISOString() ?? null,
		minutes: report.minutes.map( withTime ),
		purges: report.purges.map( withTime ),
		invalidations: report.invalidations.map( withTime ),
	};
}

/** Finds the build under way that uses the current variables. */
async function comingBuild(
	{ builds }: Services,
	{ id, variablesTime }: StoredEnvironment
): Promise< number | null > {
	const queued = await builds.inState( id, 'queued' );
	const running =
		( await builds.inState( id, 'building' ) ) ??
		( await builds.inState( id, 'deploying' ) );
	const startTime = running?.startTime ?? null;
	const hasVariables =
		startTime !== null &&
		( variablesTime === null || startTime > variablesTime );
	const found = queued ?? ( hasVariables ? running : null );
	return found?.number ?? null;
}

async function variablesView(
	services: Services,
	environment: StoredEnvironment
): Promise< VariablesView > {
	const { id, wpEnvironment, shellVariables } = environment;
	const live = await services.builds.inState( id, 'live' );
	const install = await services.installs.find( wpEnvironment );
	return {
		variables: shellVariables.map( ( { key, setTime } ) => ( {
			key,
			setTime: setTime.toISOString(),
			isReserved: isReserved( key ),
		} ) ),
		live: live?.number ?? null,
		waiting: await services.builds.variableChanges( environment ),
		comingBuild: await comingBuild( services, environment ),
		platformVariables: platformVariables( id, install?.url ?? '' ),
	};
}

function registerReading( app: TypedApp, services: Services ): void {
	const { builds, catalog, edges } = services;
	app.get(
		`${ ENVIRONMENT }/cache`,
		documentRoute( {
			params: EnvironmentParams,
			id: 'readCache',
			tag: 'Environments',
			summary: 'Reads the statistics of the edge cache',
			description: 'With the reasons why responses were not cached.',
			answers: { 200: CacheShape },
		} ),
		async ( { params } ) => {
			const { id } = await catalog.environment( pathOf( params ) );
			return cacheView( await edges.report( id ) );
		}
	);
	app.get(
		`${ ENVIRONMENT }/cache/groups`,
		documentRoute( {
			params: EnvironmentParams,
			querystring: CacheGroupsQuery,
			id: 'listCacheGroups',
			tag: 'Environments',
			summary: 'Lists the cache groups with the most stored responses',
			description:
				'A response names its groups in `Cache-Groups` (RFC 9875) or `Cache-Tag`. A response counts also after one of its other groups was invalidated, until it is requested again.',
			answers: { 200: CacheGroupListShape },
		} ),
		async ( { params, query } ) => {
			const { id } = await catalog.environment( pathOf( params ) );
			return edges.listGroups( id, query.filter ?? '' );
		}
	);
	app.get(
		`${ ENVIRONMENT }/variables`,
		documentRoute( {
			params: EnvironmentParams,
			id: 'readVariables',
			tag: 'Environments',
			summary:
				'Reads the keys of the shell variables, and which ones the live release does not have',
			description:
				'Values of shell variables are never returned. The variables that the platform sets are listed too.',
			answers: { 200: VariablesShape },
		} ),
		async ( { params } ) =>
			variablesView(
				services,
				await catalog.environment( pathOf( params ) )
			)
	);
	app.get(
		`${ ENVIRONMENT }/output`,
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
			const { id } = await catalog.environment( pathOf( params ) );
			return builds.readApplicationLog( id, query.offset ?? 0 );
		}
	);
}

export function registerDetails( app: TypedApp, services: Services ): void {
	registerReading( app, services );
	app.post(
		`${ ENVIRONMENT }/cache/groups/invalidate`,
		documentRoute( {
			config: { document: { database: 'read' } },
			params: EnvironmentParams,
			body: InvalidateGroupBody,
			id: 'invalidateCacheGroup',
			tag: 'Environments',
			summary: 'Invalidates the stored responses of a cache group',
			description:
				'The same as `Cache-Group-Invalidation` (RFC 9875) on the response of the application to an unsafe request. Returns the statistics of the cache; the last of `invalidations` is this one.',
			answers: { 200: CacheShape },
		} ),
		async ( { params, body, signedInAs } ) => {
			const { catalog, edges } = services;
			const { id } = await catalog.environment( pathOf( params ) );
			edges.invalidateGroup( id, body.group, `by ${ signedInAs }` );
			return cacheView( await edges.report( id ) );
		}
	);
	app.post(
		`${ ENVIRONMENT }/builds`,
		documentRoute( {
			params: EnvironmentParams,
			body: StartBuildBody,
			id: 'startBuild',
			tag: 'Builds',
			summary: 'Builds the live code again, or joins the queued build',
			description:
				'`cleanRebuild` does not use the files of earlier builds. While a build runs, further requests share one queued build.',
			answers: { 200: BuildShape },
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
			return buildViews(
				services,
				environment,
				await services.builds.newestDeployed( environment.id )
			)( await services.builds.find( environment.id, number ) );
		}
	);
}
