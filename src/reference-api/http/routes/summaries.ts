/** What the overview pages of a client need, in one request each. */
import { usualMilliseconds } from '../../builds/usual-duration.ts';
import { BUILD_TRIGGERS } from '../../model/hosting.ts';
import type { App, BuildState, BuildTrigger } from '../../model/hosting.ts';
import type { AccountUsage } from '../../model/usage.ts';
import type { Services } from '../../services.ts';
import type { StoredBuild } from '../../store/builds.ts';
import type { StoredEnvironment } from '../../store/environments.ts';
import { diskSize } from '../../usage/disk-size.ts';
import { documentRoute } from '../route-documentation.ts';
import { AccountParams, EnvironmentParams } from '../schemas.ts';
import { AppSummaryList, EnvironmentSummaryShape } from '../summary-shapes.ts';
import type { EnvironmentSummaryView } from '../summary-shapes.ts';
import type { TypedApp } from '../typed-app.ts';
import { appView, applicationView } from '../views.ts';
import { buildViews, pathOf } from './builds.ts';

function usualDurations( builds: readonly StoredBuild[] ) {
	const durations = BUILD_TRIGGERS.map( ( trigger ) => [
		trigger,
		usualMilliseconds( { id: '', trigger }, builds ),
	] );
	return Object.fromEntries( durations ) as Record<
		BuildTrigger,
		number | null
	>;
}

function summarizeBuilds(
	services: Services,
	environment: StoredEnvironment,
	builds: readonly StoredBuild[]
) {
	const view = buildViews( services, environment, builds );
	const find = ( ...states: BuildState[] ) => {
		const found = builds.find( ( { state } ) => states.includes( state ) );
		return found ? view( found ) : null;
	};
	return {
		served: find( 'live' ),
		running: find( 'building', 'deploying' ),
		queued: find( 'queued' ),
		newest: builds[ 0 ] ? view( builds[ 0 ] ) : null,
		buildCount: builds.length,
		usualMilliseconds: usualDurations( builds ),
	};
}

async function summarizeEnvironment(
	services: Services,
	app: App,
	environment: StoredEnvironment,
	usage: AccountUsage
): Promise< EnvironmentSummaryView > {
	const { id, accountName, appId, displayName, purgeTime } = environment;
	const { wpEnvironment, rootDirectory, purgeOnDeploy } = environment;
	const install = ( await services.installs.all() ).find(
		( { name } ) => name === wpEnvironment
	);
	const { hits = 0, misses = 0 } = services.edges.edge( id )?.report() ?? {};
	const disk = diskSize( usage, id );
	return {
		id,
		accountName,
		appId,
		region: appView( app ).region,
		displayName,
		createTime: environment.createTime.toISOString(),
		url: services.edges.url( environment ),
		install: { name: wpEnvironment, url: install?.url ?? '' },
		rootDirectory,
		purgeOnDeploy,
		...summarizeBuilds(
			services,
			environment,
			await services.builds.of( id )
		),
		application: applicationView( services.liveReleases.status( id ) ),
		cache: { hits, misses, purgeTime: purgeTime?.toISOString() ?? null },
		disk: disk && { ...disk, measureTime: disk.measureTime.toISOString() },
	};
}

export function registerSummaries( app: TypedApp, services: Services ): void {
	const { catalog, usage } = services;
	app.get(
		'/_local/accounts/:account/apps',
		documentRoute( {
			params: AccountParams,
			id: 'listAppSummaries',
			tag: 'Apps',
			summary:
				'Lists the applications of an account with all environments and what they serve',
			description:
				'One request for what an overview shows: builds, application, cache and disk usage.',
			answers: { 200: AppSummaryList },
		} ),
		async ( { params: { account } } ) => {
			const found = await catalog.apps( account );
			const report = await usage.report( account );
			const summarize = async ( one: App ) => {
				const { appId, region, createTime } = appView( one );
				return {
					appId,
					region,
					createTime,
					environments: await Promise.all(
						(
							await catalog.environments( account, one.appId )
						).map( ( environment ) =>
							summarizeEnvironment(
								services,
								one,
								environment,
								report
							)
						)
					),
				};
			};
			return { apps: await Promise.all( found.map( summarize ) ) };
		}
	);
	app.get(
		'/_local/accounts/:account/apps/:app/environments/:environment/summary',
		documentRoute( {
			params: EnvironmentParams,
			id: 'readEnvironmentSummary',
			tag: 'Environments',
			summary: 'Reads an environment with what it serves',
			description:
				'One request for what an overview shows: builds, application, cache and disk usage.',
			answers: { 200: EnvironmentSummaryShape },
		} ),
		async ( { params } ) => {
			const environment = await catalog.environment( pathOf( params ) );
			return summarizeEnvironment(
				services,
				await catalog.app( params.account, params.app ),
				environment,
				await usage.report( params.account )
			);
		}
	);
}
