import { onThisMachine } from '../command.ts';
import { readLogins, saveLogins } from '../saved-logins.ts';
import { usageError } from '../exit-codes.ts';
import { parseHostUrl } from '../host.ts';

export const definition = onThisMachine( {
	about: 'delete the saved password of a host',
	options: { '--host <address>': 'address of the host' },
	run: async ( context, options: { host?: string } ) => {
		const { defaultHost, hosts } = readLogins( context );
		const url = parseHostUrl( options.host ?? defaultHost, {
			allowHttp: true,
		} );
		const { [ url ]: removed, ...rest } = hosts;
		if ( removed === undefined ) {
			throw usageError( `You are not logged in at ${ url }.` );
		}
		const [ next = '' ] = Object.keys( rest );
		saveLogins( context, {
			defaultHost: url === defaultHost ? next : defaultHost,
			hosts: rest,
		} );
		return {
			json: { host: url, user: removed.user },
			lines: [ `Logged out at ${ url }.` ],
		};
	},
} );
