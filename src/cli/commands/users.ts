import { PLATFORM_ROLES, ROLES } from '../../reference-api/model/hosting.ts';
import type { PlatformRole, Role } from '../../reference-api/model/hosting.ts';
import type { ApiUser } from '../../shared/platform-api.generated.ts';
import { collect, onHost, table } from '../command.ts';
import type { Definition, Result } from '../command.ts';
import { YES_OPTION, confirmLoss } from '../confirm.ts';
import type { YesOption } from '../confirm.ts';
import { usageError } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import { read } from '../response.ts';
import { readSecretLine } from '../secrets.ts';

const NEW_PASSWORD = 'HEADLESS_NEW_PASSWORD';
const USER_NAME = { '<id>': 'user name' };
const PASSWORD_OPTION = {
	'--password-stdin': `read the new password from standard input (default: ${ NEW_PASSWORD }, otherwise a generated password that is printed once)`,
};

interface PasswordOptions {
	passwordStdin?: boolean;
}

interface CreateOptions extends PasswordOptions {
	name?: string;
	role: Role;
	account?: string[];
}

/** In the order in which `--json` prints it. */
const USER = {
	id: '',
	name: '',
	role: '',
	accounts: [ { account: '', role: '' } ],
	createTime: '',
	createdBy: '',
};

function columnsOf( { id, name, role, accounts }: typeof USER ): string[] {
	const roles = accounts.map( ( one ) => `${ one.account }=${ one.role }` );
	return [ id, role, roles.join( ' ' ), name ];
}

/** Reads the new password, for a field of the request; empty if the platform should generate one. */
async function newPassword(
	{ context, secrets }: Host,
	{ passwordStdin }: PasswordOptions
): Promise< { password?: string } > {
	if ( passwordStdin && ! context.env.HEADLESS_API_PASSWORD ) {
		throw usageError(
			'--password-stdin reads the new password from standard input. Set HEADLESS_API_PASSWORD to your own password.'
		);
	}
	const password = passwordStdin
		? await readSecretLine( context, 'New password' )
		: context.env[ NEW_PASSWORD ];
	if ( passwordStdin && ! password ) {
		throw usageError(
			'Standard input contains no password. Enter the new password on the first line.'
		);
	}
	secrets.push( password ?? '' );
	return password ? { password } : {};
}

/** Prints a user, and the password that the platform generated. */
async function printUser(
	call: Promise< { data?: ApiUser & { password?: string } } >
): Promise< Result > {
	const shape = { ...USER, password: undefined as string | undefined };
	const { password, ...user } = await read( call, shape );
	const result = table( user, columnsOf );
	if ( password !== undefined ) {
		result.json = { ...user, password };
		result.lines.push( `Password  ${ password }  (shown only once)` );
	}
	return result;
}

const create = onHost( 'host', {
	about: 'create a user',
	arguments: { '<id>': 'user name, without a colon' },
	options: {
		...PASSWORD_OPTION,
		'--name <name>': 'display name',
		'--role <role>': {
			about: 'read (can view) or write (can view and change)',
			choices: ROLES,
			default: 'write',
		},
		'--account <name>': {
			about: 'account that the role applies to; repeatable (default: the whole platform)',
			parse: collect,
		},
	},
	run: async ( host, options: CreateOptions, id: string ) => {
		const { name, role, account = [] } = options;
		const accounts = account.map( ( one ) => ( { account: one, role } ) );
		const body = {
			id,
			...( accounts.length === 0 ? { role } : { accounts } ),
			...( name === undefined ? {} : { name } ),
			...( await newPassword( host, options ) ),
		};
		return printUser( host.client.POST( '/_local/users', { body } ) );
	},
} );

const list = onHost( 'host', {
	about: 'list the ID, platform role, account roles and name of each user',
	run: async ( { client } ) => {
		const call = client.GET( '/_local/users' );
		const { users } = await read( call, { users: [ USER ] } );
		return table( users, columnsOf );
	},
} );

const setPassword = onHost( 'host', {
	about: 'change the password of a user and end their sessions',
	arguments: USER_NAME,
	options: PASSWORD_OPTION,
	run: async ( host, options: PasswordOptions, user: string ) => {
		const body = await newPassword( host, options );
		const params = { path: { user } };
		return printUser(
			host.client.PUT( '/_local/users/{user}/password', { params, body } )
		);
	},
} );

const setRole = onHost( 'host', {
	about: 'change the role of a user for the whole platform or an account',
	arguments: {
		...USER_NAME,
		'<role>': {
			about: 'none, read or write',
			choices: PLATFORM_ROLES,
		},
	},
	options: {
		'--account <name>':
			'account that the role applies to; the role none removes the user from the account',
	},
	run: async (
		{ client },
		{ account }: { account?: string },
		user: string,
		role: PlatformRole
	) => {
		if ( account === undefined ) {
			const params = { path: { user } };
			const body = { role };
			return printUser(
				client.PUT( '/_local/users/{user}/role', { params, body } )
			);
		}
		const params = { path: { user, account } };
		const url = '/_local/users/{user}/accounts/{account}';
		return printUser(
			role === 'none'
				? client.DELETE( url, { params } )
				: client.PUT( url, { params, body: { role } } )
		);
	},
} );

const remove = onHost( 'host', {
	about: 'delete a user and end their sessions',
	arguments: USER_NAME,
	options: YES_OPTION,
	run: async ( { client, context }, options: YesOption, user: string ) => {
		await confirmLoss( context, options, `the API user ${ user }` );
		const params = { path: { user } };
		await client.DELETE( '/_local/users/{user}', { params } );
		return { json: { deleted: true }, lines: [ 'User deleted.' ] };
	},
} );

export const definition: Definition = {
	about: 'manage the API users of a platform',
	commands: {
		create,
		list,
		'set-password': setPassword,
		'set-role': setRole,
		delete: remove,
	},
};
