/** Options that the commands for a platform share, and the paths that they stand for. */
import type { Command } from 'commander';

export interface ConnectionOptions {
	url?: string;
	user?: string;
	json?: boolean;
}

export interface AppOptions extends ConnectionOptions {
	account: string;
	app: string;
}

export interface EnvironmentOptions extends AppOptions {
	environment: string;
}

export function addConnectionOptions( command: Command ): Command {
	return command
		.option(
			'--url <address>',
			'address of the platform (or HEADLESS_API_URL)'
		)
		.option( '--user <name>', 'API user (or HEADLESS_API_USER)' );
}

export function addAppOptions( command: Command ): Command {
	return addConnectionOptions( command )
		.requiredOption( '--account <name>', 'account' )
		.requiredOption( '--app <name>', 'application' );
}

export function addEnvironmentOptions( command: Command ): Command {
	return addAppOptions( command ).requiredOption(
		'--environment <id>',
		'environment'
	);
}

export function environmentsPath( { account, app }: AppOptions ): string {
	const [ a, p ] = [ account, app ].map( encodeURIComponent );
	return `/accounts/${ a }/apps/${ p }/environments`;
}

export function environmentPath( options: EnvironmentOptions ): string {
	const id = encodeURIComponent( options.environment );
	return `${ environmentsPath( options ) }/${ id }`;
}
