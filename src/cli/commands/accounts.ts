import type { Command } from 'commander';
import type { Account } from '../../shared/platform-api.generated.ts';
import { bodyOf } from '../../platform-client/platform-client.ts';
import { withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { formatLine, printResult } from '../output.ts';
import { addConnectionOptions } from '../platform-options.ts';
import type { ConnectionOptions } from '../platform-options.ts';
import { expectShape } from '../response-shape.ts';

const ACCOUNT = { name: '', id: '' };

function formatAccount( { name, id }: Account ): string {
	return formatLine( name, id );
}

export function addSubcommands( group: Command, context: Context ): void {
	addConnectionOptions( group.command( 'create' ) )
		.description( 'create an account' )
		.argument( '<name>', 'name of the account, used in API paths' )
		.action( ( name: string, options: ConnectionOptions ) =>
			withClient( context, options, async ( client ) => {
				const body = { name };
				const account = expectShape(
					await bodyOf( client.POST( '/_local/accounts', { body } ) ),
					ACCOUNT,
					'account'
				);
				const lines = [ formatAccount( account ) ];
				printResult( context, options, account, lines );
			} )
		);
	addConnectionOptions( group.command( 'list' ) )
		.description( 'list the accounts' )
		.action( ( options: ConnectionOptions ) =>
			withClient( context, options, async ( client ) => {
				const { accounts } = expectShape(
					await bodyOf( client.GET( '/_local/accounts' ) ),
					{ accounts: [ ACCOUNT ] },
					'accounts'
				);
				const lines = accounts.map( formatAccount );
				printResult( context, options, accounts, lines );
			} )
		);
}
