import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import type { ApiUser } from '../../shared/platform-api.generated.ts';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { withHost } from '../host.ts';
import { formatLine, printResult } from '../output.ts';
import { addHostOptions } from '../platform-options.ts';
import type { HostOptions } from '../platform-options.ts';
import { expectShape } from '../response-shape.ts';
import { readSecretLine } from '../secrets.ts';

const NEW_PASSWORD = 'HEADLESS_NEW_PASSWORD';

type Role = 'read' | 'write';

interface PasswordOptions extends HostOptions {
	passwordStdin?: boolean;
}

interface CreateOptions extends PasswordOptions {
	name?: string;
	role: Role;
	account: string[];
}

interface RoleOptions extends HostOptions {
	account?: string;
}

const USER = {
	id: '',
	name: '',
	role: '',
	createTime: '',
	createdBy: '',
	accounts: [ { account: '', role: '' } ],
};

function summarize( user: ApiUser ): ApiUser {
	const { id, name, role, accounts, createTime, createdBy } = user;
	return { id, name, role, accounts, createTime, createdBy };
}

function formatUser( { id, name, role, accounts }: ApiUser ): string {
	const accountRoles = accounts.map(
		( one ) => `${ one.account }=${ one.role }`
	);
	return formatLine( id, role, ...accountRoles, name );
}

/** Reads the new password; undefined if the platform should generate one. */
async function newPassword(
	context: Context,
	{ passwordStdin }: PasswordOptions
): Promise< string | undefined > {
	if ( ! passwordStdin ) {
		return context.env[ NEW_PASSWORD ] || undefined;
	}
	if ( ! context.env.HEADLESS_API_PASSWORD ) {
		throw new CliError(
			EXIT.usage,
			'--password-stdin reads the new password from standard input. Set HEADLESS_API_PASSWORD to your own password.'
		);
	}
	const line = await readSecretLine( context, 'New password' );
	if ( line === '' ) {
		throw new CliError(
			EXIT.usage,
			'Standard input contains no password. Enter the new password on the first line.'
		);
	}
	return line;
}

function printUser(
	context: Context,
	options: HostOptions,
	body: ApiUser & { password?: string }
): void {
	const user = expectShape( body, USER, 'user' );
	const { password } = user;
	printResult(
		context,
		options,
		{
			...summarize( user ),
			...( password === undefined ? {} : { password } ),
		},
		[
			formatUser( user ),
			...( password === undefined
				? []
				: [ formatLine( 'Password', password, '(shown only once)' ) ] ),
		]
	);
}

function addPasswordOption( command: Command ): Command {
	return addHostOptions( command ).option(
		'--password-stdin',
		`read the new password from standard input (default: ${ NEW_PASSWORD }, otherwise a generated password that is printed once)`
	);
}

function addList( group: Command, context: Context ): void {
	addHostOptions( group.command( 'list' ) )
		.description(
			'list the ID, platform role, account roles and name of each user'
		)
		.action( ( options: HostOptions ) =>
			withHost( context, options, async ( { client } ) => {
				const { users } = expectShape(
					await bodyOf( client.GET( '/_local/users' ) ),
					{ users: [ USER ] },
					'users'
				);
				const lines = users.map( formatUser );
				printResult( context, options, users.map( summarize ), lines );
			} )
		);
}

async function create(
	context: Context,
	id: string,
	options: CreateOptions
): Promise< void > {
	const password = await newPassword( context, options );
	const { name, role, account, ...hostOptions } = options;
	const accounts = account.map( ( one ) => ( { account: one, role } ) );
	const body = {
		id,
		...( accounts.length === 0 ? { role } : { accounts } ),
		...( name === undefined ? {} : { name } ),
		...( password === undefined ? {} : { password } ),
	};
	await withHost(
		context,
		hostOptions,
		async ( { client } ) => {
			const call = client.POST( '/_local/users', { body } );
			printUser( context, options, await bodyOf( call ) );
		},
		[ password ?? '' ]
	);
}

function addCreate( group: Command, context: Context ): void {
	addPasswordOption( group.command( 'create' ) )
		.description( 'create a user' )
		.argument( '<id>', 'user name, without a colon' )
		.option( '--name <name>', 'display name' )
		.addOption(
			new Option(
				'--role <role>',
				'read (can view) or write (can view and change)'
			)
				.choices( [ 'read', 'write' ] )
				.default( 'write' )
		)
		.option(
			'--account <name>',
			'account that the role applies to; repeatable (default: the whole platform)',
			( name: string, names: string[] ) => [ ...names, name ],
			[]
		)
		.action( ( id: string, options: CreateOptions ) =>
			create( context, id, options )
		);
}

async function setPassword(
	context: Context,
	user: string,
	options: PasswordOptions
): Promise< void > {
	const password = await newPassword( context, options );
	await withHost(
		context,
		options,
		async ( { client } ) => {
			const call = client.PUT( '/_local/users/{user}/password', {
				params: { path: { user } },
				body: password === undefined ? {} : { password },
			} );
			printUser( context, options, await bodyOf( call ) );
		},
		[ password ?? '' ]
	);
}

async function setRole(
	context: Context,
	user: string,
	role: Role | 'none',
	options: RoleOptions
): Promise< void > {
	const { account, ...hostOptions } = options;
	await withHost( context, hostOptions, async ( { client } ) => {
		if ( account === undefined ) {
			const call = client.PUT( '/_local/users/{user}/role', {
				params: { path: { user } },
				body: { role },
			} );
			printUser( context, options, await bodyOf( call ) );
			return;
		}
		const params = { path: { user, account } };
		const url = '/_local/users/{user}/accounts/{account}';
		const call =
			role === 'none'
				? client.DELETE( url, { params } )
				: client.PUT( url, { params, body: { role } } );
		printUser( context, options, await bodyOf( call ) );
	} );
}

function addChanges( group: Command, context: Context ): void {
	addPasswordOption( group.command( 'set-password' ) )
		.description( 'change the password of a user and end their sessions' )
		.argument( '<id>', 'user name' )
		.action( ( id: string, options: PasswordOptions ) =>
			setPassword( context, id, options )
		);
	addHostOptions( group.command( 'set-role' ) )
		.description(
			'change the role of a user for the whole platform or an account'
		)
		.argument( '<id>', 'user name' )
		.addArgument(
			new Argument( '<role>', 'none, read or write' ).choices( [
				'none',
				'read',
				'write',
			] )
		)
		.option(
			'--account <name>',
			'account that the role applies to; the role none removes the user from the account'
		)
		.action( ( id: string, role: Role | 'none', options: RoleOptions ) =>
			setRole( context, id, role, options )
		);
	addHostOptions( group.command( 'delete' ) )
		.description( 'delete a user and end their sessions' )
		.argument( '<id>', 'user name' )
		.action( ( user: string, options: HostOptions ) =>
			withHost( context, options, async ( { client } ) => {
				await client.DELETE( '/_local/users/{user}', {
					params: { path: { user } },
				} );
				printResult( context, options, { deleted: true }, [
					'User deleted.',
				] );
			} )
		);
}

export function define( group: Command, context: Context ): void {
	addCreate( group, context );
	addList( group, context );
	addChanges( group, context );
}
