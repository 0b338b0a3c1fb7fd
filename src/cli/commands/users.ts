import type { Command } from 'commander';
import type { ApiUser } from '../../shared/platform-api.generated.ts';
import { plainText } from '../../reference-api/lib/plain-text.ts';
import { connect } from '../api-client.ts';
import { addConnectionOptions } from '../platform-options.ts';
import type { ConnectionOptions } from '../platform-options.ts';
import {
	incompleteResponse,
	readRecords,
	readStrings,
} from '../response-fields.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { readSecretLine } from '../secrets.ts';

const NEW_PASSWORD = 'HEADLESS_NEW_PASSWORD';

interface PasswordOptions extends ConnectionOptions {
	passwordStdin?: boolean;
}

interface CreateOptions extends PasswordOptions {
	name?: string;
	role: string;
	account: string[];
}

interface RoleOptions extends ConnectionOptions {
	account?: string;
}

const FIELDS = [
	'id',
	'name',
	'role',
	'createTime',
	'createdBy',
] as const satisfies ( keyof ApiUser )[];

interface User extends Record< ( typeof FIELDS )[ number ], string > {
	accounts: { account: string; role: string }[];
}

/** @throws CliError When the response has no users. */
function readUsers( body: unknown ): User[] {
	return readRecords( body, 'users' ).map( ( record ) => {
		const texts = readStrings( record, FIELDS );
		const { accounts = [] } = record;
		if ( texts === null || ! Array.isArray( accounts ) ) {
			throw incompleteResponse( 'users' );
		}
		const read = accounts.map( ( one ) =>
			readStrings( one, [ 'account', 'role' ] )
		);
		return { ...texts, accounts: read.filter( ( one ) => one !== null ) };
	} );
}

function formatUser( { id, name, role, accounts }: User ): string {
	const accountRoles = accounts.map(
		( one ) => `${ one.account }=${ one.role }`
	);
	return [ id, role, ...accountRoles, name ]
		.filter( ( part ) => part !== '' )
		.map( plainText )
		.join( '  ' );
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

function printUser( context: Context, body: unknown, asJson?: boolean ): void {
	const [ user ] = readUsers( body );
	const generated = readStrings( body, [ 'password' ] )?.password;
	if ( asJson ) {
		context.print(
			JSON.stringify( {
				...user,
				...( generated === undefined ? {} : { password: generated } ),
			} )
		);
		return;
	}
	if ( user !== undefined ) {
		context.print( formatUser( user ) );
	}
	if ( generated !== undefined ) {
		context.print(
			`Password  ${ plainText( generated ) }  (shown only once)`
		);
	}
}

function pathOf( id: string ): string {
	return `/_local/users/${ encodeURIComponent( id ) }`;
}

function addOptions( command: Command ): Command {
	return addConnectionOptions( command ).option( '--json', 'print JSON' );
}

function addPasswordOption( command: Command ): Command {
	return addOptions( command ).option(
		'--password-stdin',
		`read the new password from standard input (default: ${ NEW_PASSWORD }, otherwise a generated password that is printed once)`
	);
}

function addList( group: Command, context: Context ): void {
	addOptions( group.command( 'list' ) )
		.description(
			'list the ID, platform role, account roles and name of each user'
		)
		.action( async ( options: ConnectionOptions ) => {
			const client = await connect( context, options );
			const users = readUsers(
				await client.request( 'GET', '/_local/users' )
			);
			if ( options.json ) {
				context.print( JSON.stringify( users ) );
				return;
			}
			users.map( formatUser ).forEach( context.print );
		} );
}

function addCreate( group: Command, context: Context ): void {
	addPasswordOption( group.command( 'create' ) )
		.description( 'create a user' )
		.argument( '<id>', 'user name, without a colon' )
		.option( '--name <name>', 'display name' )
		.option(
			'--role <role>',
			'read (can view) or write (can view and change)',
			'write'
		)
		.option(
			'--account <name>',
			'account that the role applies to; repeatable (default: the whole platform)',
			( name: string, names: string[] ) => [ ...names, name ],
			[]
		)
		.action( async ( id: string, options: CreateOptions ) => {
			const password = await newPassword( context, options );
			const client = await connect( context, options );
			const { name, role, account } = options;
			const body = await client.request( 'POST', '/_local/users', {
				id,
				...( account.length === 0
					? { role }
					: {
							accounts: account.map( ( one ) => ( {
								account: one,
								role,
							} ) ),
						} ),
				...( name === undefined ? {} : { name } ),
				...( password === undefined ? {} : { password } ),
			} );
			printUser( context, body, options.json );
		} );
}

function addChanges( group: Command, context: Context ): void {
	addPasswordOption( group.command( 'set-password' ) )
		.description( 'change the password of a user and end their sessions' )
		.argument( '<id>', 'user name' )
		.action( async ( id: string, options: PasswordOptions ) => {
			const password = await newPassword( context, options );
			const client = await connect( context, options );
			const body = await client.request(
				'PUT',
				`${ pathOf( id ) }/password`,
				password === undefined ? {} : { password }
			);
			printUser( context, body, options.json );
		} );
	addOptions( group.command( 'set-role' ) )
		.description(
			'change the role of a user for the whole platform or an account'
		)
		.argument( '<id>', 'user name' )
		.argument( '<role>', 'none, read or write' )
		.option(
			'--account <name>',
			'account that the role applies to; the role none removes the user from the account'
		)
		.action( async ( id: string, role: string, options: RoleOptions ) => {
			const { account, json } = options;
			const client = await connect( context, options );
			const path =
				account === undefined
					? `${ pathOf( id ) }/role`
					: `${ pathOf( id ) }/accounts/${ encodeURIComponent( account ) }`;
			const body =
				account !== undefined && role === 'none'
					? await client.request( 'DELETE', path )
					: await client.request( 'PUT', path, { role } );
			printUser( context, body, json );
		} );
	addOptions( group.command( 'delete' ) )
		.description( 'delete a user and end their sessions' )
		.argument( '<id>', 'user name' )
		.action( async ( id: string, options: ConnectionOptions ) => {
			const client = await connect( context, options );
			await client.request( 'DELETE', pathOf( id ) );
			context.print(
				options.json
					? JSON.stringify( { deleted: true } )
					: 'User deleted.'
			);
		} );
}

export function addUsers( program: Command, context: Context ): void {
	const group = program
		.command( 'users' )
		.description(
			'manage the API users of a platform; your own password is read from HEADLESS_API_PASSWORD or standard input'
		);
	addCreate( group, context );
	addList( group, context );
	addChanges( group, context );
}
