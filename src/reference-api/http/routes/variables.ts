/** The shell variables of an environment, and the variables that the platform sets. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import {
	isReserved,
	platformVariables,
} from '../../builds/platform-variables.ts';
import type { Services } from '../../services/services.ts';
import type { StoredEnvironment } from '../../store/environments.ts';
import { EnvironmentSchema } from '../environment-responses.ts';
import { documentRoute } from '../route-documentation.ts';
import {
	ChangeVariablesBody,
	EnvironmentParams,
	pathOf,
	ReplaceVariablesBody,
} from '../request-schemas.ts';
import {
	closedObject,
	namedObject,
	oneOf,
	orNull,
	time,
} from '../schema-builders.ts';
import type { TypedApp } from '../typed-app.ts';
import { showEnvironment } from './environments.ts';

const ENVIRONMENT = 'accounts/:account/apps/:app/environments/:environment';

const name = Type.String( { examples: [ 'API_KEY' ] } );
const buildNumber = Type.Integer( { minimum: 1, examples: [ 42 ] } );

const VariablesSchema = namedObject(
	'Variables',
	'The variables of an environment, without the values of its shell variables.',
	{
		variables: Type.Array(
			closedObject( {
				key: name,
				setTime: time( 'When it was set last.' ),
				isReserved: Type.Boolean( {
					description:
						'Whether its value is not used, because the platform sets this variable.',
				} ),
			} ),
			{ description: 'The shell variables.' }
		),
		live: orNull( buildNumber, 'Number of the live build, or null.' ),
		waiting: Type.Array(
			closedObject( {
				key: name,
				change: oneOf( [ 'added', 'changed', 'deleted' ] ),
			} ),
			{
				description:
					'What is not as in the live release, until the next build is live.',
			}
		),
		comingBuild: orNull(
			buildNumber,
			'Number of the queued or running build that uses the current variables, or null.'
		),
		platformVariables: Type.Array(
			closedObject( {
				key: name,
				value: orNull(
					Type.String(),
					'Null if it is not known before the build, or not set.'
				),
				phase: oneOf(
					[ 'build', 'run', 'both' ],
					'Whether builds, the application or both get it.'
				),
				isDefault: Type.Boolean( {
					description: 'Whether a shell variable replaces it.',
				} ),
			} ),
			{ description: 'The variables that the platform sets.' }
		),
	}
);

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

async function variablesResponse(
	services: Services,
	environment: StoredEnvironment
): Promise< Static< typeof VariablesSchema > > {
	const { id, wpEnvironment, shellVariables } = environment;
	const live = await services.builds.inState( id, 'live' );
	const install = await services.installs.find( wpEnvironment );
	return {
		variables: shellVariables.map( ( { key, setTime } ) => ( {
			key,
			setTime,
			isReserved: isReserved( key ),
		} ) ),
		live: live?.number ?? null,
		waiting: await services.builds.variableChanges( environment ),
		comingBuild: await comingBuild( services, environment ),
		platformVariables: platformVariables( id, install?.url ?? '' ),
	};
}

function registerReading( app: TypedApp, services: Services ): void {
	app.get(
		`/_local/${ ENVIRONMENT }/variables`,
		documentRoute( {
			params: EnvironmentParams,
			id: 'readVariables',
			tag: 'Environments',
			summary:
				'Reads the keys of the shell variables, and which ones the live release does not have',
			description:
				'Values of shell variables are never returned. The variables that the platform sets are listed too.',
			answers: { 200: VariablesSchema },
		} ),
		async ( { params } ) =>
			variablesResponse(
				services,
				await services.catalog.environment( pathOf( params ) )
			)
	);
}

function registerWriting( app: TypedApp, services: Services ): void {
	const url = `/v1/${ ENVIRONMENT }/shellVariables`;
	const shared = {
		tag: 'Environments',
		description:
			'Values are write-only. The change takes effect with the next build.',
		answers: { 200: EnvironmentSchema },
	} as const;
	app.patch(
		url,
		documentRoute( {
			params: EnvironmentParams,
			body: ChangeVariablesBody,
			...shared,
			id: 'changeShellVariables',
			summary: 'Sets and removes some shell variables',
		} ),
		async ( { params, body } ) => {
			const { set = [], remove = [] } = body;
			const path = pathOf( params );
			const changes = { set, remove };
			return showEnvironment(
				services,
				await services.environmentSettings.setVariables( path, changes )
			);
		}
	);
	app.put(
		url,
		documentRoute( {
			params: EnvironmentParams,
			body: ReplaceVariablesBody,
			...shared,
			id: 'replaceShellVariables',
			summary: 'Replaces all shell variables',
		} ),
		async ( { params, body } ) => {
			const path = pathOf( params );
			const { shellVariables } =
				await services.catalog.environment( path );
			const set = body.shellVariables;
			const kept = new Set( set.map( ( { key } ) => key ) );
			const remove = shellVariables
				.map( ( { key } ) => key )
				.filter( ( key ) => ! kept.has( key ) );
			return showEnvironment(
				services,
				await services.environmentSettings.setVariables(
					path,
					{ set, remove },
					'shellVariables'
				)
			);
		}
	);
}

export function registerVariables( app: TypedApp, services: Services ): void {
	registerReading( app, services );
	registerWriting( app, services );
}
