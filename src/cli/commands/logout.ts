import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { readLogins, saveLogins } from '../credentials.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { parseHostUrl } from '../host.ts';
import { printResult } from '../output.ts';

interface Options {
	host?: string;
	json?: boolean;
}

function logout( context: Context, options: Options ): void {
	const { defaultHost, hosts } = readLogins( context );
	const url = parseHostUrl( options.host ?? defaultHost );
	if ( hosts[ url ] === undefined ) {
		throw new CliError( EXIT.usage, `You are not logged in at ${ url }.` );
	}
	const { [ url ]: removed, ...rest } = hosts;
	const [ next = '' ] = Object.keys( rest );
	saveLogins( context, {
		defaultHost: url === defaultHost ? next : defaultHost,
		hosts: rest,
	} );
	printResult( context, options, { host: url, user: removed?.user }, [
		`Logged out at ${ url }.`,
	] );
}

export function define( command: Command, context: Context ): void {
	command
		.option( '--host <address>', 'address of the host' )
		.option( '--json', 'print JSON' )
		.action( ( options: Options ) => logout( context, options ) );
}
