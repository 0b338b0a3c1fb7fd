/** `headless-deploy accounts`: the accounts of a platform. */
import type { Command } from 'commander';
import { plainText } from '../../reference-api/lib/plain-text.ts';
import { listIn } from '../answers.ts';
import type { ConnectionOptions } from '../api-client.ts';
import { addConnectionOptions, connect } from '../api-client.ts';
import type { Context } from '../context.ts';

interface Options extends ConnectionOptions {
	json?: boolean;
}

const FIELDS = [ 'name', 'id' ] as const;

type Account = Record< ( typeof FIELDS )[ number ], string >;

function accountsIn( body: unknown ): Account[] {
	return listIn( body, 'accounts', FIELDS );
}

function addOptions( command: Command ): Command {
	return addConnectionOptions( command ).option( '--json', 'print JSON' );
}

/** Adds the command. */
export function addAccounts( program: Command, context: Context ): void {
	const group = program
		.command( 'accounts' )
		.description(
			'the accounts of a platform; the password comes by HEADLESS_API_PASSWORD or standard input'
		);
	const line = ( { name, id }: Account ) => plainText( `${ name }  ${ id }` );
	addOptions( group.command( 'create' ) )
		.description( 'make an account' )
		.argument( '<name>', 'its name, used in the paths of the API' )
		.action( async ( name: string, options: Options ) => {
			const client = await connect( context, options );
			const [ account ] = accountsIn(
				await client.request( 'POST', '/_local/accounts', { name } )
			);
			if ( account !== undefined ) {
				context.print(
					options.json ? JSON.stringify( account ) : line( account )
				);
			}
		} );
	addOptions( group.command( 'list' ) )
		.description( 'list the accounts' )
		.action( async ( options: Options ) => {
			const client = await connect( context, options );
			const accounts = accountsIn(
				await client.request( 'GET', '/_local/accounts' )
			);
			if ( options.json ) {
				context.print( JSON.stringify( accounts ) );
				return;
			}
			accounts.map( line ).forEach( context.print );
		} );
}
