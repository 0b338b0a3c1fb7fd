/** Collects what the pages of an environment show. */
import type { PublicServices } from '../services.ts';
import type {
	App,
	Build,
	Environment,
	EnvironmentPath,
	Install,
	ApplicationStatus,
} from '../model/hosting.ts';

/** An environment with what is served and what happened last, which are two separate things. */
export interface EnvironmentView {
	path: EnvironmentPath;
	environment: Environment;
	/** Newest first. */
	builds: Build[];
	served: Build | null;
	/** What visitors get of the served build. */
	visitors: ApplicationStatus | null;
	running: Build | null;
	queued: Build | null;
	/** Where visitors find it. */
	url: string;
	install: Install | null;
	app: App | null;
}

function firstOf( builds: Build[], ...states: string[] ): Build | null {
	return builds.find( ( build ) => states.includes( build.state ) ) ?? null;
}

async function viewOf(
	services: PublicServices,
	environment: Environment,
	app: App | null,
	installs: Install[]
): Promise< EnvironmentView > {
	const builds = await services.builds.of( environment.id );
	return {
		path: {
			accountName: environment.accountName,
			appId: environment.appId,
			environmentId: environment.id,
		},
		environment,
		builds,
		served: firstOf( builds, 'live' ),
		visitors: await services.liveReleases.status( environment.id ),
		running: firstOf( builds, 'building', 'deploying' ),
		queued: firstOf( builds, 'queued' ),
		url: services.edges.url( environment ),
		install:
			installs.find(
				( { name } ) => name === environment.wpEnvironment
			) ?? null,
		app,
	};
}

/**
 * Collects one environment.
 *
 * @param path Which one; a HostingError with 404 when there is none.
 */
export async function environmentView(
	services: PublicServices,
	path: EnvironmentPath
): Promise< EnvironmentView > {
	const environment = await services.catalog.environment( path );
	const [ apps, installs ] = await Promise.all( [
		services.catalog.apps( path.accountName ),
		services.installs.all(),
	] );
	const app = apps.find( ( { appId } ) => appId === path.appId ) ?? null;
	return viewOf( services, environment, app, installs );
}

/** An app with its environments. */
export interface AppView {
	app: App;
	environments: EnvironmentView[];
}

/**
 * Collects all apps of an account.
 *
 * @param accountName The account; a HostingError with 404 when there is none.
 */
export async function appViews(
	services: PublicServices,
	accountName: string
): Promise< AppView[] > {
	const [ apps, installs ] = await Promise.all( [
		services.catalog.apps( accountName ),
		services.installs.all(),
	] );
	return Promise.all(
		apps.map( async ( app ) => {
			const environments = await services.catalog.environments(
				accountName,
				app.appId
			);
			return {
				app,
				environments: await Promise.all(
					environments.map( ( environment ) =>
						viewOf( services, environment, app, installs )
					)
				),
			};
		} )
	);
}

/** Makes the portal's address of an account's apps. */
export function accountHref( accountName: string ): string {
	return `/portal/accounts/${ encodeURIComponent( accountName ) }`;
}

/** Makes the portal's address of an app, which leads to its forms. */
export function appHref( accountName: string, appId: string ): string {
	return `${ accountHref( accountName ) }/apps/${ encodeURIComponent( appId ) }`;
}

/** Makes the portal's address of an environment or of something below it. */
export function environmentHref( path: EnvironmentPath, rest = '' ): string {
	return `${ appHref( path.accountName, path.appId ) }/environments/${ encodeURIComponent( path.environmentId ) }${ rest }`;
}
