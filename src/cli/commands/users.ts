/** `headless-deploy users`: who may use a platform. */
import type { Command } from 'commander';
import { plainText } from '../../reference-api/lib/plain-text.ts';
import { recordsIn, textsIn } from '../answers.ts';
import type { ConnectionOptions } from '../api-client.ts';
import { addConnectionOptions, connect } from '../api-client.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit.ts';

const NEW_PASSWORD = 'HEADLESS_NEW_PASSWORD';

interface Options extends ConnectionOptions {
	json?: boolean;
}

interface PasswordOptions extends Options {
	passwordStdin?: boolean;
}

interface CreateOptions extends PasswordOptions {
	name?: string;
	role: string;
	account: string[];
}

interface RoleOptions extends Options {
	account?: string;
}

const FIELDS = [ 'id', 'name', 'role', 'createTime', 'createdBy' ] as const;

interface User extends Record< ( typeof FIELDS )[ number ], string > {
	accounts: { account: string; role: string }[];
}

/**
 * Reads the users that a platform answered.
 *
 * @param body One user, or a list.
 * @throws CliError When something else came.
 */
function usersIn( body: unknown ): User[] {
	return recordsIn( body, 'users' ).map( ( record ) => {
		const texts = textsIn( record, FIELDS );
		const { accounts = [] } = record;
		if ( texts === null || ! Array.isArray( accounts ) ) {
			throw new CliError(
				EXIT.refused,
				'The platform answered without users. Is its version the same as this command’s?'
			);
		}
		const read = accounts.map( ( one ) =>
			textsIn( one, [ 'account', 'role' ] )
		);
		return { ...texts, accounts: read.filter( ( one ) => one !== null ) };
	} );
}

function lineOf( { id, name, role, accounts }: User ): string {
	const places = accounts.map( ( one ) => `${ one.account }=${ one.role }` );
	return [ id, role, ...places, name ]
		.filter( ( part ) => part !== '' )
		.map( plainText )
		.join( '  ' );
}

/**
 * Finds the password that the user is to have.
 *
 * @param options Whether it comes on standard input.
 * @return Undefined when one is to be made.
 */
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
			'--password-stdin takes the new password from standard input, so your own has to come by HEADLESS_API_PASSWORD.'
		);
	}
	const line = await context.readLine();
	if ( line === '' ) {
		throw new CliError(
			EXIT.usage,
			'There is no new password on standard input.'
		);
	}
	return line;
}

function printUser( context: Context, body: unknown, asJson?: boolean ): void {
	const [ user ] = usersIn( body );
	const made = textsIn( body, [ 'password' ] )?.password;
	if ( asJson ) {
		context.print(
			JSON.stringify( {
				...user,
				...( made === undefined ? {} : { password: made } ),
			} )
		);
		return;
	}
	if ( user !== undefined ) {
		context.print( lineOf( user ) );
	}
	if ( made !== undefined ) {
		context.print( `Password  ${ plainText( made ) }  (shown this once)` );
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
		`take the new password from standard input (or ${ NEW_PASSWORD }; otherwise one is made and printed once)`
	);
}

function addList( group: Command, context: Context ): void {
	addOptions( group.command( 'list' ) )
		.description(
			'list the users: ID, role on the whole platform, roles in accounts, name'
		)
		.action( async ( options: Options ) => {
			const client = await connect( context, options );
			const users = usersIn(
				await client.request( 'GET', '/_local/users' )
			);
			if ( options.json ) {
				context.print( JSON.stringify( users ) );
				return;
			}
			users.map( lineOf ).forEach( context.print );
		} );
}

function addCreate( group: Command, context: Context ): void {
	addPasswordOption( group.command( 'create' ) )
		.description( 'make a user' )
		.argument( '<id>', 'its user name, without a colon' )
		.option( '--name <name>', 'a name for people' )
		.option(
			'--role <role>',
			'read (may look) or write (may change things too), in the accounts or on the whole platform',
			'write'
		)
		.option(
			'--account <name>',
			'an account that the user belongs to, may be given several times; without it the role counts on the whole platform',
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
		.description( 'give a user another password; its sessions end' )
		.argument( '<id>', 'its user name' )
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
			'give a user another role on the whole platform or in an account'
		)
		.argument( '<id>', 'its user name' )
		.argument( '<role>', 'none, read or write' )
		.option(
			'--account <name>',
			'the account that the role is for; none ends that the user belongs to it'
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
		.description( 'delete a user; its sessions end' )
		.argument( '<id>', 'its user name' )
		.action( async ( id: string, options: Options ) => {
			const client = await connect( context, options );
			await client.request( 'DELETE', pathOf( id ) );
			context.print(
				options.json ? JSON.stringify( { deleted: true } ) : 'Deleted.'
			);
		} );
}

/** Adds the command. */
export function addUsers( program: Command, context: Context ): void {
	const group = program
		.command( 'users' )
		.description(
			'the API users of a platform; your own password comes by HEADLESS_API_PASSWORD or standard input'
		);
	addCreate( group, context );
	addList( group, context );
	addChanges( group, context );
}
