/** What the overview pages of a client need, in one request each. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
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
import { BuildSchema } from '../build-responses.ts';
import {
	appResponse,
	ApplicationSchema,
	AppSchema,
} from '../environment-responses.ts';
import { documentRoute } from '../route-documentation.ts';
import {
	AccountParams,
	EnvironmentParams,
	pathOf,
} from '../request-schemas.ts';
import {
	closedObject,
	describedObject,
	namedObject,
	orNull,
	time,
} from '../schema-builders.ts';
import type { TypedApp } from '../typed-app.ts';
import { buildResponses } from './builds.ts';

const usual = orNull(
	Type.Number(),
	'Median of the last five that went live, in milliseconds; or null.'
);

const EnvironmentSummarySchema = namedObject(
	'EnvironmentSummary',
	'An environment with what it serves and what happens to it.',
	{
		id: Type.String( { description: 'A UUID.' } ),
		accountName: Type.String( { examples: [ 'acme' ] } ),
		appId: Type.String( { examples: [ 'shop' ] } ),
		region: AppSchema.properties.region,
		displayName: Type.String( { examples: [ 'Production' ] } ),
		createTime: time( 'When it was created.' ),
		url: Type.String( {
			description: 'Where visitors find it, once a build was live.',
			examples: [ 'http://localhost:8890' ],
		} ),
		install: describedObject( 'The linked WordPress install.', {
			name: Type.String( { examples: [ 'blog' ] } ),
			url: Type.String( {
				description: 'Empty if it is not known.',
				examples: [ 'http://127.0.0.1:8888' ],
			} ),
		} ),
		rootDirectory: Type.String( { examples: [ 'apps/web' ] } ),
		purgeOnDeploy: Type.Boolean( {
			description: 'Whether a deployment purges the edge cache.',
		} ),
		served: orNull( BuildSchema, 'The live build, or null.' ),
		running: orNull( BuildSchema, 'The build that runs, or null.' ),
		queued: orNull( BuildSchema, 'The build that waits, or null.' ),
		newest: orNull( BuildSchema, 'The newest build, or null.' ),
		buildCount: Type.Integer( { minimum: 0 } ),
		usualMilliseconds: describedObject( 'Usual durations of builds.', {
			upload: usual,
			rebuild: usual,
			cleanRebuild: usual,
			redeploy: usual,
		} ),
		application: orNull(
			ApplicationSchema,
			'State of the live application; null if it is not there.'
		),
		cache: describedObject( 'The edge cache since the start.', {
			hits: Type.Integer( { minimum: 0 } ),
			misses: Type.Integer( { minimum: 0 } ),
			purgeTime: orNull( time( 'A time.' ), 'The last purge, or null.' ),
		} ),
		disk: orNull(
			closedObject( {
				bytes: Type.Integer( {
					minimum: 0,
					description: 'Files and the database of the install.',
				} ),
				measureTime: time( 'When it was measured.' ),
			} ),
			'The newest measurement of the last 30 days, or null.'
		),
	}
);

const AppSummarySchema = namedObject( 'AppSummary', 'An application.', {
	appId: AppSchema.properties.appId,
	region: AppSchema.properties.region,
	createTime: AppSchema.properties.createTime,
	environments: Type.Array( EnvironmentSummarySchema ),
} );

const AppSummaryList = describedObject(
	'All applications of the account with their environments.',
	{
		apps: Type.Array( AppSummarySchema ),
	}
);

type AppSummary = Static< typeof AppSummarySchema >;
type EnvironmentSummary = Static< typeof EnvironmentSummarySchema >;

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
	const response = buildResponses( services, environment, deployed );
	const responseOf = ( build: StoredBuild | null ) =>
		build && response( build );
	const inState = ( state: SingleState ) => builds.inState( id, state );
	return {
		served: responseOf( await inState( 'live' ) ),
		running: responseOf(
			( await inState( 'building' ) ) ?? ( await inState( 'deploying' ) )
		),
		queued: responseOf( await inState( 'queued' ) ),
		newest: responseOf( await builds.newest( id ) ),
		buildCount,
		usualMilliseconds: usualDurations( deployed ),
	};
}

async function summarizeEnvironment(
	services: Services,
	app: App,
	environment: StoredEnvironment
): Promise< EnvironmentSummary > {
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
		region: appResponse( app ).region,
		displayName,
		createTime: environment.createTime,
		url: edges.url( environment ),
		install: { name: wpEnvironment, url: install?.url ?? '' },
		rootDirectory,
		purgeOnDeploy,
		...( await summarizeBuilds( services, environment ) ),
		application: liveReleases.status( id ),
		cache: { hits, misses, purgeTime },
		disk,
	};
}

async function summarizeApp(
	services: Services,
	app: App
): Promise< AppSummary > {
	const { appId, region, createTime } = appResponse( app );
	const environments: EnvironmentSummary[] = [];
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
			const apps: AppSummary[] = [];
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
			answers: { 200: EnvironmentSummarySchema },
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
