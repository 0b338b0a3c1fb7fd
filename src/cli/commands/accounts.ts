import type { Command } from 'commander';
import type { Account } from '../../shared/platform-api.generated.ts';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { Context } from '../context.ts';
import { withHost } from '../host.ts';
import { formatLine, printResult } from '../output.ts';
import { addHostOptions } from '../platform-options.ts';
import type { HostOptions } from '../platform-options.ts';
import { expectShape } from '../response-shape.ts';

const ACCOUNT = { name: '', id: '' };

function formatAccount( { name, id }: Account ): string {
	return formatLine( name, id );
}

export function define( group: Command, context: Context ): void {
	addHostOptions( group.command( 'create' ) )
		.description( 'create an account' )
		.argument( '<name>', 'name of the account, used in API paths' )
		.action( ( name: string, options: HostOptions ) =>
			withHost( context, options, async ( { client } ) => {
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
	addHostOptions( group.command( 'list' ) )
		.description( 'list the accounts' )
		.action( ( options: HostOptions ) =>
			withHost( context, options, async ( { client } ) => {
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
