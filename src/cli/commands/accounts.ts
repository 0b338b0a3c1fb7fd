import type { Command } from 'commander';
import type { Account } from '../../shared/platform-api.generated.ts';
import { plainText } from '../../reference-api/lib/plain-text.ts';
import { readList } from '../response-fields.ts';
import { connect } from '../api-client.ts';
import { addConnectionOptions } from '../platform-options.ts';
import type { ConnectionOptions } from '../platform-options.ts';
import type { Context } from '../context.ts';

const FIELDS = [ 'name', 'id' ] as const;

function readAccounts( body: unknown ): Account[] {
	return readList( body, 'accounts', FIELDS );
}

function addOptions( command: Command ): Command {
	return addConnectionOptions( command ).option( '--json', 'print JSON' );
}

export function addAccounts( program: Command, context: Context ): void {
	const group = program
		.command( 'accounts' )
		.description(
			'manage the accounts of a platform; the password is read from HEADLESS_API_PASSWORD or standard input'
		);
	const line = ( { name, id }: Account ) => plainText( `${ name }  ${ id }` );
	addOptions( group.command( 'create' ) )
		.description( 'create an account' )
		.argument( '<name>', 'name of the account, used in API paths' )
		.action( async ( name: string, options: ConnectionOptions ) => {
			const client = await connect( context, options );
			const [ account ] = readAccounts(
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
		.action( async ( options: ConnectionOptions ) => {
			const client = await connect( context, options );
			const accounts = readAccounts(
				await client.request( 'GET', '/_local/accounts' )
			);
			if ( options.json ) {
				context.print( JSON.stringify( accounts ) );
				return;
			}
			accounts.map( line ).forEach( context.print );
		} );
}
