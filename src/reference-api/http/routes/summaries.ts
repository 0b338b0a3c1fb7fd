/** What the overview pages of a client need, in one request each. */
import {
	DURATION_BUILDS,
	usualMilliseconds,
} from '../../builds/usual-duration.ts';
import { BUILD_TRIGGERS } from '../../model/hosting.ts';
import type { App, BuildTrigger } from '../../model/hosting.ts';
import type { Services } from '../../services/services.ts';
import type {
	DeployedBuild,
	SingleState,
	StoredBuild,
} from '../../store/builds.ts';
import type { StoredEnvironment } from '../../store/environments.ts';
import { documentRoute } from '../route-documentation.ts';
import { AccountParams, EnvironmentParams } from '../request-schemas.ts';
import { AppSummaryList, EnvironmentSummaryShape } from '../summary-shapes.ts';
import type {
	AppSummaryView,
	EnvironmentSummaryView,
} from '../summary-shapes.ts';
import type { TypedApp } from '../typed-app.ts';
import { appView, applicationView } from '../views.ts';
import { buildViews, pathOf } from './builds.ts';

/** How many rows the summary of an environment reads at most. */
const SUMMARY_ROWS = 5 + BUILD_TRIGGERS.length * DURATION_BUILDS + 3;

function usualDurations( deployed: readonly DeployedBuild[] ) {
	const durations = BUILD_TRIGGERS.map( ( trigger ) => [
		trigger,
		usualMilliseconds( { id: '', trigger }, deployed ),
	] );
	return Object.fromEntries( durations ) as Record<
		BuildTrigger,
		number | null
	>;
}

async function summarizeBuilds(
	services: Services,
	environment: StoredEnvironment
) {
	const { builds } = services;
	const { id, buildCount } = environment;
	const deployed = await builds.newestDeployed( id );
	const view = buildViews( services, environment, deployed );
	const viewOf = ( build: StoredBuild | null ) => build && view( build );
	const inState = ( state: SingleState ) => builds.inState( id, state );
	return {
		served: viewOf( await inState( 'live' ) ),
		running: viewOf(
			( await inState( 'building' ) ) ?? ( await inState( 'deploying' ) )
		),
		queued: viewOf( await inState( 'queued' ) ),
		newest: viewOf( await builds.newest( id ) ),
		buildCount,
		usualMilliseconds: usualDurations( deployed ),
	};
}

async function summarizeEnvironment(
	services: Services,
	app: App,
	environment: StoredEnvironment
): Promise< EnvironmentSummaryView > {
	const { store, installs, usage, edges, liveReleases } = services;
	const { id, accountName, appId, displayName, purgeTime } = environment;
	const { wpEnvironment, rootDirectory, purgeOnDeploy } = environment;
	await store.takeTurn( SUMMARY_ROWS );
	const install = await installs.find( wpEnvironment );
	const { hits = 0, misses = 0 } = edges.edge( id )?.report() ?? {};
	const disk = await usage.diskSize( id, install?.id ?? '' );
	return {
		id,
		accountName,
		appId,
		region: appView( app ).region,
		displayName,
		createTime: environment.createTime.toISOString(),
		url: edges.url( environment ),
		install: { name: wpEnvironment, url: install?.url ?? '' },
		rootDirectory,
		purgeOnDeploy,
		...( await summarizeBuilds( services, environment ) ),
		application: applicationView( liveReleases.status( id ) ),
		cache: { hits, misses, purgeTime: purgeTime?.toISOString() ?? null },
		disk: disk && { ...disk, measureTime: disk.measureTime.toISOString() },
	};
}

async function summarizeApp(
	services: Services,
	app: App
): Promise< AppSummaryView > {
	const { appId, region, createTime } = appView( app );
	const environments: EnvironmentSummaryView[] = [];
	for ( const environment of await services.catalog.environments(
		app.accountName,
		app.appId
	) ) {
		environments.push(
			await summarizeEnvironment( services, app, environment )
		);
	}
	return { appId, region, createTime, environments };
}

export function registerSummaries( app: TypedApp, services: Services ): void {
	const { catalog } = services;
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
			const apps: AppSummaryView[] = [];
			for ( const one of await catalog.apps( account ) ) {
				apps.push( await summarizeApp( services, one ) );
			}
			return { apps };
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
				environment
			);
		}
	);
}
