/** API users over HTTP. Only this platform has these routes: the service issues credentials in its portal. */
import { Type } from 'typebox';
import {
	checkPassword,
	checkPlatformRole,
	checkRole,
	checkUserId,
	checkUserName,
	MAX_ID_CHARACTERS,
	MAX_NAME_CHARACTERS,
	MAX_PASSWORD_CHARACTERS,
	MIN_PASSWORD_CHARACTERS,
} from '../../access/user-rules.ts';
import type { Users } from '../../access/users.ts';
import { PLATFORM_ROLES, ROLES } from '../../model/hosting.ts';
import type { PlatformRole, Role } from '../../model/hosting.ts';
import { documentRoute, NoContent } from '../route-documentation.ts';
import { AccountParams } from '../request-schemas.ts';
import type { TypedApp } from '../typed-app.ts';
import { SERVICE_CHECK } from '../validator.ts';
import {
	closedObject,
	describedObject,
	namedObject,
	oneOf,
	time,
} from '../schema-builders.ts';

const role = oneOf( ROLES, '`read` can view, `write` can also change.' );

const wantedRole = Type.Unsafe< Role >( {
	...role,
	[ SERVICE_CHECK ]: checkRole,
} );

const platformRole = oneOf(
	PLATFORM_ROLES,
	'The role on the whole platform: all accounts, API users, faults and the journal. `none`: only the listed accounts.'
);

const wantedPlatformRole = Type.Unsafe< PlatformRole >( {
	...platformRole,
	[ SERVICE_CHECK ]: checkPlatformRole,
} );

const account = Type.String( {
	minLength: 1,
	maxLength: 63,
	description: 'Name of an account.',
	examples: [ 'acme' ],
} );

const memberships = {
	description: 'The user’s accounts, with the role in each.',
};

const password = Type.Optional(
	Type.String( {
		minLength: MIN_PASSWORD_CHARACTERS,
		maxLength: MAX_PASSWORD_CHARACTERS,
		description: 'If omitted, a password is generated and returned once.',
		[ SERVICE_CHECK ]: checkPassword,
	} )
);

const UserParams = Type.Object( {
	user: Type.String( {
		minLength: 1,
		description: 'ID of the API user.',
		examples: [ 'sam' ],
	} ),
} );

const MembershipParams = Type.Interface( [ AccountParams, UserParams ], {} );

const CreateUserBody = closedObject( {
	id: Type.String( {
		minLength: 1,
		maxLength: MAX_ID_CHARACTERS,
		description: 'The user name of HTTP Basic; without a colon.',
		examples: [ 'ci' ],
		[ SERVICE_CHECK ]: checkUserId,
	} ),
	name: Type.Optional(
		Type.String( {
			maxLength: MAX_NAME_CHARACTERS,
			description: 'For people.',
			examples: [ 'Deploys from CI' ],
			[ SERVICE_CHECK ]: checkUserName,
		} )
	),
	role: Type.Optional(
		Type.Unsafe< PlatformRole >( {
			...wantedPlatformRole,
			default: 'none',
		} )
	),
	accounts: Type.Optional(
		Type.Array( closedObject( { account, role: wantedRole } ), memberships )
	),
	password,
} );

const RoleBody = closedObject( { role: wantedPlatformRole } );

const AccountRoleBody = closedObject( { role: wantedRole } );

const PasswordBody = Type.Union( [
	closedObject( { password } ),
	Type.Null(),
] );

const fields = {
	id: Type.String( { examples: [ 'ci' ] } ),
	name: Type.String( { description: 'Display name; may be empty.' } ),
	role: platformRole,
	accounts: Type.Array(
		closedObject( { account: Type.String(), role } ),
		memberships
	),
	createTime: time( 'When the user was created.' ),
	createdBy: Type.String( { description: 'Who created it.' } ),
};

const UserSchema = namedObject( 'ApiUser', 'An API user.', fields );

const UserWithPassword = namedObject(
	'ApiUserWithPassword',
	'The API user with the generated password.',
	{
		...fields,
		password: Type.Optional(
			Type.String( {
				description: 'Only if it was generated. It is not shown again.',
			} )
		),
	}
);

const UserList = describedObject( 'All API users, by ID.', {
	users: Type.Array( UserSchema ),
} );

function registerList( app: TypedApp, users: Users ): void {
	app.get(
		'/_local/users',
		documentRoute( {
			id: 'listUsers',
			tag: 'Accounts',
			summary: 'Lists the API users',
			description:
				'Passwords are stored as hashes and are never returned.',
			answers: { 200: UserList },
		} ),
		async () => ( { users: await users.all() } )
	);
	app.post(
		'/_local/users',
		documentRoute( {
			body: CreateUserBody,
			id: 'createUser',
			tag: 'Accounts',
			summary: 'Creates an API user',
			description:
				'If the password is omitted, it is generated and returned once.',
			answers: { 200: UserWithPassword },
			refusals: [ 409 ],
		} ),
		async ( { body, signedInAs } ) => {
			const made = await users.create(
				{ ...body, name: body.name ?? '', role: body.role ?? 'none' },
				signedInAs
			);
			return {
				...made.user,
				...( body.password === undefined
					? { password: made.password }
					: {} ),
			};
		}
	);
	app.delete(
		'/_local/users/:user',
		documentRoute( {
			params: UserParams,
			id: 'deleteUser',
			tag: 'Accounts',
			summary: 'Deletes an API user and ends its sessions',
			description:
				'The last user with the role `write` cannot be deleted.',
			answers: { 204: NoContent },
			refusals: [ 409 ],
		} ),
		async ( { params }, reply ) => {
			await users.delete( params.user );
			return reply.code( 204 ).send();
		}
	);
}

function registerMemberships( app: TypedApp, users: Users ): void {
	const url = '/_local/users/:user/accounts/:account';
	// The account is what is given, not what the request is about.
	const config = { scope: 'platform' } as const;
	app.put(
		url,
		documentRoute( {
			config,
			params: MembershipParams,
			body: AccountRoleBody,
			id: 'setUserAccount',
			tag: 'Accounts',
			summary: 'Gives an API user a role in an account',
			description: 'Replaces the role that the user has in the account.',
			answers: { 200: UserSchema },
		} ),
		( { params: { user, account: name }, body } ) =>
			users.setAccountRole( user, name, body.role )
	);
	app.delete(
		url,
		documentRoute( {
			config,
			params: MembershipParams,
			id: 'removeUserAccount',
			tag: 'Accounts',
			summary: 'Removes an API user from an account',
			description: 'The role on the whole platform stays.',
			answers: { 200: UserSchema },
		} ),
		( { params: { user, account: name } } ) =>
			users.setAccountRole( user, name, null )
	);
}

function registerChanges( app: TypedApp, users: Users ): void {
	app.put(
		'/_local/users/:user/role',
		documentRoute( {
			params: UserParams,
			body: RoleBody,
			id: 'setUserRole',
			tag: 'Accounts',
			summary: 'Changes an API user’s role on the whole platform',
			description: 'The last user with the role `write` cannot lose it.',
			answers: { 200: UserSchema },
			refusals: [ 409 ],
		} ),
		( { params, body } ) => users.setRole( params.user, body.role )
	);
	registerMemberships( app, users );
	app.put(
		'/_local/users/:user/password',
		documentRoute( {
			params: UserParams,
			body: PasswordBody,
			id: 'setUserPassword',
			tag: 'Accounts',
			summary: 'Changes the password of an API user',
			description: 'Its sessions and one-time links end.',
			answers: { 200: UserWithPassword },
		} ),
		async ( { params, body } ) => {
			const given = body?.password;
			const made = await users.setPassword( params.user, given );
			return {
				...made.user,
				...( given === undefined ? { password: made.password } : {} ),
			};
		}
	);
}

export function registerUsers( app: TypedApp, users: Users ): void {
	registerList( app, users );
	registerChanges( app, users );
}
