/**
 * What the routes of applications and environments answer (docs/reference-api.md). The descriptions mark fields that
 * only this platform has.
 */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { isActive } from '../../shared/build-states.ts';
import { REGIONS, UPLOADABLE_BRANCH } from '../lib/names.ts';
import { APPLICATION_STATES } from '../model/hosting.ts';
import type {
	App,
	ApplicationStatus,
	Build,
	Environment,
} from '../model/hosting.ts';
import {
	closedObject,
	describedObject,
	namedObject,
	oneOf,
	time,
} from './schema-builders.ts';

export const RegionList = describedObject( 'All regions.', {
	regions: Type.Array(
		closedObject( {
			name: oneOf( REGIONS.map( ( { name } ) => name ) ),
			displayName: Type.String(),
		} )
	),
} );

export const AppSchema = namedObject( 'App', 'An application.', {
	name: Type.String( {
		description: 'Resource name.',
		examples: [ 'accounts/acme/apps/shop' ],
	} ),
	appId: Type.String( { examples: [ 'shop' ] } ),
	region: oneOf( REGIONS.map( ( { name } ) => name ) ),
	createTime: time( 'When it was created.' ),
	repository: closedObject( {
		displayName: Type.String(),
		name: Type.String(),
		provider: Type.String(),
	} ),
	uploadable: closedObject( {} ),
} );

export const AppList = describedObject( 'All applications of the account.', {
	apps: Type.Array( AppSchema ),
} );

const Exit = closedObject( {
	time: time( 'When it ended.' ),
	code: Type.Union( [ Type.Integer(), Type.Null() ], {
		description: 'Exit code, or null.',
	} ),
	signal: Type.Union( [ Type.String(), Type.Null() ], {
		description: 'The signal that ended it, or null.',
		examples: [ 'SIGKILL' ],
	} ),
	reason: Type.String( {
		examples: [ 'The application ended with code 1' ],
	} ),
} );

export const ApplicationSchema = closedObject(
	{
		state: oneOf(
			APPLICATION_STATES,
			'`starting`: after a start of the platform. `unresponsive`: it runs and answers no request. `down`: it ended and is started again.'
		),
		since: time( 'When it entered this state.' ),
		lastOutput: Type.String( {
			description:
				'The last lines that it printed, while it is down or unresponsive; else empty.',
		} ),
		restarts: Type.Integer( {
			minimum: 0,
			description:
				'Number of restarts since this release went live or the platform started.',
		} ),
		lastExit: Type.Union( [ Exit, Type.Null() ], {
			description:
				'The last exit, failed start, or stop because of no response.',
		} ),
	},
	{ $id: 'Application' }
);

export const EnvironmentSchema = namedObject(
	'Environment',
	'An environment.',
	{
		name: Type.String( {
			description: 'Resource name; it ends in the id.',
			examples: [
				'accounts/acme/apps/shop/environments/0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55',
			],
		} ),
		displayName: Type.String( { examples: [ 'Production' ] } ),
		branch: Type.String( { examples: [ UPLOADABLE_BRANCH ] } ),
		build: Type.String( {
			description: 'Resource name of the newest build, or empty.',
		} ),
		createTime: time( 'When it was created.' ),
		domains: Type.Array(
			Type.String( { examples: [ 'localhost:8890' ] } )
		),
		reconciling: Type.Boolean( {
			description: 'Whether a build is queued or running.',
		} ),
		rootDirectory: Type.String( {
			description:
				'The folder of the source that is built and started; empty for the top folder.',
			examples: [ 'apps/web' ],
		} ),
		wpEnvironment: Type.String( {
			description: 'Name of the linked WordPress install, or empty.',
			examples: [ 'blog' ],
		} ),
		shellVariables: Type.Array(
			closedObject( {
				key: Type.String( { examples: [ 'API_KEY' ] } ),
				setTime: time( 'When it was set last.' ),
			} ),
			{ description: 'Without their values, which are never shown.' }
		),
		purgeOnDeploy: Type.Boolean( {
			description: 'Whether a deployment purges the edge cache.',
		} ),
		application: Type.Union( [ ApplicationSchema, Type.Null() ], {
			description:
				'State of the live application, or null. Only on this platform.',
		} ),
	}
);

export const EnvironmentList = describedObject(
	'All environments of the application.',
	{ environments: Type.Array( EnvironmentSchema ) }
);

export type AppResponse = Static< typeof AppSchema >;
export type EnvironmentResponse = Static< typeof EnvironmentSchema >;

export function appResponse( app: App ): AppResponse {
	return {
		name: `accounts/${ app.accountName }/apps/${ app.appId }`,
		appId: app.appId,
		region: app.region as AppResponse[ 'region' ],
		createTime: app.createTime,
		repository: { displayName: 'Direct upload', name: '', provider: '' },
		uploadable: {},
	};
}

/** The resource name of an environment. */
export function environmentName( environment: Environment ): string {
	const { accountName, appId, id } = environment;
	return `accounts/${ accountName }/apps/${ appId }/environments/${ id }`;
}

/** The resource name of a build. */
export function buildName( environment: Environment, buildId: string ): string {
	return `${ environmentName( environment ) }/builds/${ buildId }`;
}

/** Data of an environment that are not in its record. */
export interface EnvironmentFacts {
	newest: Build | null;
	/** Host name and port of its edge. */
	domain: string;
	served: ApplicationStatus | null;
}

/** Shows an environment. The values of its shell variables are left out: they may be secrets. */
export function environmentResponse(
	environment: Environment,
	{ newest, domain, served }: EnvironmentFacts
): EnvironmentResponse {
	return {
		name: environmentName( environment ),
		displayName: environment.displayName,
		branch: environment.branch,
		build: newest ? buildName( environment, newest.id ) : '',
		createTime: environment.createTime,
		domains: [ domain ],
		reconciling: newest !== null && isActive( newest ),
		rootDirectory: environment.rootDirectory,
		wpEnvironment: environment.wpEnvironment,
		shellVariables: environment.shellVariables.map(
			( { key, setTime } ) => ( { key, setTime } )
		),
		purgeOnDeploy: environment.purgeOnDeploy,
		application: served,
	};
}
