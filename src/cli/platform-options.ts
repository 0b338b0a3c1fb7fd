/** Options that the commands for a platform share. */
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
		.option( '--user <name>', 'API user (or HEADLESS_API_USER)' )
		.option( '--json', 'print JSON' );
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

/** The path parameters of an environment’s routes. */
export function environmentPath( options: EnvironmentOptions ) {
	const { account, app, environment } = options;
	return { account, app, environment };
}

/** The last part of a resource name. */
export function idOf( name: string ): string {
	return name.slice( name.lastIndexOf( '/' ) + 1 );
}
