import { Type } from 'typebox';
import type { Static } from 'typebox';
import { NO_BUILD } from '../../shared/build-states.ts';
import {
	checkBranch,
	checkDisplayName,
	checkName,
	checkRegion,
	checkRootDirectory,
	checkVariableKey,
	MAX_DISPLAY_NAME,
	MAX_MESSAGE,
	MAX_ROOT_DIRECTORY,
	MAX_VARIABLE_BYTES,
	MAX_VARIABLES,
	NAME,
	PRINTABLE,
	REGIONS,
	ROOT_DIRECTORY,
	UPLOADABLE_BRANCH,
	VARIABLE_KEY,
} from '../lib/names.ts';
import {
	MAX_ID_CHARACTERS,
	MAX_PASSWORD_CHARACTERS,
} from '../access/user-rules.ts';
import type { EnvironmentPath } from '../model/hosting.ts';
import { COMPONENT_NAME } from './openapi-components.ts';
import { SERVICE_CHECK } from './validator.ts';
import { closedObject, describedObject } from './schema-builders.ts';

function isIndex( step: string ): boolean {
	return /^\d+$/.test( step );
}

/** The router refuses longer ones with 414. */
export const MAX_PARAM_LENGTH = 300;

/** Longest address of a WordPress install. */
const MAX_URL_LENGTH = 2000;

/** Maximum number of items of a page. */
const MAX_PAGE_SIZE = 1000;

/** A segment of the path. Names are not validated here, so an invalid name returns 404. */
function param( description: string, example: string ) {
	return Type.String( {
		minLength: 1,
		maxLength: MAX_PARAM_LENGTH,
		description,
		examples: [ example ],
	} );
}

/** A name that is given to something new. */
export function newName(
	subject: string,
	description: string,
	example: string
) {
	return Type.String( {
		minLength: 1,
		maxLength: 63,
		pattern: NAME.source,
		description,
		examples: [ example ],
		[ SERVICE_CHECK ]: ( value: string ) => checkName( subject, value ),
	} );
}

const account = param( 'Name of the account.', 'acme' );
const app = param( 'Name of the application.', 'shop' );
const environment = param(
	'Id of the environment, a UUID.',
	'0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55'
);

export const AccountParams = Type.Object( { account } );

export const AppParams = Type.Object( { account, app } );

export const EnvironmentParams = Type.Object( { account, app, environment } );

/** Renames the parameters of a path to the terms of the hosting API. */
export function pathOf(
	params: Static< typeof EnvironmentParams >
): EnvironmentPath {
	return {
		accountName: params.account,
		appId: params.app,
		environmentId: params.environment,
	};
}

export const BuildParams = Type.Object( {
	account,
	app,
	environment,
	build: param(
		'Id of the build, a UUID; or its number; or `no_build` for the newest one.',
		NO_BUILD
	),
} );

export const OperationParams = Type.Object( {
	account,
	app,
	environment,
	operation: param(
		'Id of the operation, a UUID, or `no_build` for the newest one.',
		NO_BUILD
	),
} );

export const InstallParams = Type.Object( {
	install: param( 'Name of the WordPress install.', 'blog' ),
} );

export const SignInBody = closedObject( {
	user: Type.String( {
		maxLength: MAX_ID_CHARACTERS,
		description: 'ID of the API user.',
		examples: [ 'sam' ],
	} ),
	password: Type.String( { maxLength: MAX_PASSWORD_CHARACTERS } ),
} );

export const CreateAccountBody = closedObject( {
	name: newName( 'Account', 'Name of the new account.', 'acme' ),
} );

export const SaveInstallBody = closedObject( {
	account: newName( 'Account', 'Name of its account.', 'acme' ),
	url: Type.String( {
		minLength: 1,
		maxLength: MAX_URL_LENGTH,
		description: 'Passed to builds as WORDPRESS_URL.',
		examples: [ 'http://127.0.0.1:8888' ],
	} ),
} );

export const CreateAppQuery = Type.Object( {
	appId: newName(
		'appId',
		'Name of the new application, unique in its account.',
		'shop'
	),
} );

export const CreateAppBody = closedObject( {
	region: Type.String( {
		enum: REGIONS.map( ( { name } ) => name ),
		description: 'The region. It cannot be changed later.',
		examples: [ 'regions/US-C' ],
		[ SERVICE_CHECK ]: checkRegion,
	} ),
	uploadable: describedObject(
		'Always an empty object: the application is uploaded.',
		{}
	),
} );

const wpEnvironment = Type.String( {
	maxLength: 63,
	pattern: `^$|${ NAME.source }`,
	description:
		'Name of the WordPress install that the environment connects to. On the local platform, empty for none.',
	examples: [ 'blog' ],
	[ SERVICE_CHECK ]: ( name: string ) => {
		if ( name !== '' ) {
			checkName( 'wpEnvironment', name );
		}
	},
} );

const rootDirectory = Type.String( {
	maxLength: MAX_ROOT_DIRECTORY,
	pattern: ROOT_DIRECTORY.source,
	description:
		'The folder of the source that is built and started; empty for the top folder.',
	examples: [ 'apps/web' ],
	[ SERVICE_CHECK ]: checkRootDirectory,
} );

const variableKey = Type.String( {
	minLength: 1,
	maxLength: 128,
	pattern: VARIABLE_KEY.source,
	description: 'Name of the shell variable.',
	examples: [ 'API_KEY' ],
	[ SERVICE_CHECK ]: ( key: string, steps: readonly string[] ) =>
		checkVariableKey( key, Number( steps.findLast( isIndex ) ?? 0 ) + 1 ),
} );

const variableValue = Type.String( {
	maxLength: MAX_VARIABLE_BYTES,
	description: `At most ${ MAX_VARIABLE_BYTES } bytes, without NUL. Write-only.`,
	examples: [ 'a secret' ],
} );

const variableList = Type.Array(
	closedObject( { key: variableKey, value: variableValue } ),
	{ $id: 'ShellVariables', maxItems: MAX_VARIABLES }
);

export const CreateEnvironmentBody = closedObject( {
	displayName: Type.String( {
		minLength: 1,
		maxLength: MAX_DISPLAY_NAME,
		pattern: PRINTABLE.source,
		description: 'Display name of the environment.',
		examples: [ 'Production' ],
		[ SERVICE_CHECK ]: checkDisplayName,
	} ),
	branch: Type.String( {
		enum: [ UPLOADABLE_BRANCH ],
		description: 'Fixed for uploaded applications.',
		examples: [ UPLOADABLE_BRANCH ],
		[ SERVICE_CHECK ]: checkBranch,
	} ),
	wpEnvironment,
	rootDirectory: Type.Optional( rootDirectory ),
	shellVariables: Type.Optional( variableList ),
} );

export const ChangeEnvironmentBody = closedObject(
	{
		wpEnvironment: Type.Optional( wpEnvironment ),
		rootDirectory: Type.Optional( rootDirectory ),
		purgeOnDeploy: Type.Optional(
			Type.Boolean( {
				description: 'Whether a deployment purges the edge cache.',
			} )
		),
	},
	{ minProperties: 1 }
);

export const ReplaceVariablesBody = closedObject( {
	shellVariables: variableList,
} );

export const ChangeVariablesBody = closedObject(
	{
		set: Type.Optional( variableList ),
		remove: Type.Optional(
			Type.Array( variableKey, { maxItems: MAX_VARIABLES } )
		),
	},
	{ minProperties: 1 }
);

/** RFC 9875 requires at least 32 characters. */
function cacheGroupName( minLength: number, description: string ) {
	return Type.String( {
		minLength,
		maxLength: 256,
		pattern: '^[ -~]*$',
		description,
		examples: [ 'post-123' ],
	} );
}

export const StartBuildBody = closedObject( {
	action: Type.Unsafe< 'rebuild' | 'cleanRebuild' >( {
		type: 'string',
		enum: [ 'rebuild', 'cleanRebuild' ],
		description: '`cleanRebuild` deletes the cached folders first.',
		examples: [ 'rebuild' ],
	} ),
} );

export const InvalidateGroupBody = closedObject( {
	group: cacheGroupName( 1, 'The name of the group.' ),
} );

export const CacheGroupsQuery = Type.Object( {
	filter: Type.Optional(
		cacheGroupName( 0, 'Text that the names must contain.' )
	),
} );

/** `{}`, or nothing at all. */
export const EmptyBody = Type.Union( [ closedObject( {} ), Type.Null() ] );

/** The maximum number of items of a page, in the APIs whose pages begin at an offset. */
export const limit = Type.Optional(
	Type.Integer( {
		minimum: 1,
		maximum: MAX_PAGE_SIZE,
		default: 100,
		description: 'Maximum number of items in the response.',
	} )
);

const page = {
	pageSize: Type.Optional(
		Type.Integer( {
			minimum: 1,
			maximum: MAX_PAGE_SIZE,
			default: 50,
			description: 'Maximum number of items in the response.',
		} )
	),
	pageToken: Type.Optional(
		Type.String( {
			maxLength: 20,
			description:
				'The nextPageToken of the previous page; omitted or empty for the first page.',
		} )
	),
};

export const OperationsQuery = Type.Object( page );

export const UploadQuery = Type.Object( {
	message: Type.Optional(
		Type.String( {
			maxLength: MAX_MESSAGE,
			pattern: PRINTABLE.source,
			description:
				'What is new in this code. Only on this platform; shown with the build.',
			examples: [ 'Fix the header' ],
		} )
	),
} );

export const BuildsQuery = Type.Object( {
	...page,
	orderBy: Type.Optional(
		Type.String( {
			enum: [ 'createTime desc', 'createTime', 'createTime asc' ],
			default: 'createTime desc',
			description: 'Newest or oldest first.',
		} )
	),
} );

export const LogQuery = Type.Object( {
	offset: Type.Optional(
		Type.Integer( {
			minimum: 0,
			maximum: Number.MAX_SAFE_INTEGER,
			default: 0,
			description:
				'The nextOffset of the previous part; 0 for the beginning.',
			[ COMPONENT_NAME ]: 'logOffset',
		} )
	),
} );
