import { onHost, table } from '../command.ts';
import type { Definition } from '../command.ts';
import { read } from '../response.ts';

const ACCOUNT = { name: '', id: '' };

const columnsOf = ( { name, id }: typeof ACCOUNT ) => [ name, id ];

const create = onHost( 'host', {
	about: 'create an account',
	arguments: { '<name>': 'name of the account, used in API paths' },
	run: async ( { client }, _options, name: string ) => {
		const call = client.POST( '/_local/accounts', { body: { name } } );
		return table( await read( call, ACCOUNT ), columnsOf );
	},
} );

const list = onHost( 'host', {
	about: 'list the accounts',
	run: async ( { client } ) => {
		const shape = { accounts: [ ACCOUNT ] };
		const call = client.GET( '/_local/accounts' );
		return table( ( await read( call, shape ) ).accounts, columnsOf );
	},
} );

export const definition: Definition = {
	about: 'manage the accounts of a platform',
	commands: { create, list },
};
