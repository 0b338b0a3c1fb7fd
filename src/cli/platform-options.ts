/** Options that the commands for a host share. What is not given is read from the project file. */
import type { Command } from 'commander';

export interface HostOptions {
	host?: string;
	user?: string;
	json?: boolean;
}

export interface AppOptions extends HostOptions {
	account?: string;
	app?: string;
}

export interface EnvironmentOptions extends AppOptions {
	environment?: string;
}

export function addHostOptions( command: Command ): Command {
	return command
		.option(
			'--host <address>',
			'address of the host (or HEADLESS_API_URL)'
		)
		.option( '--user <name>', 'API user (or HEADLESS_API_USER)' )
		.option( '--json', 'print JSON' );
}

export function addAccountOptions( command: Command ): Command {
	return addHostOptions( command ).option( '--account <name>', 'account' );
}

export function addAppOptions( command: Command ): Command {
	return addAccountOptions( command ).option( '--app <name>', 'application' );
}

export function addEnvironmentOptions( command: Command ): Command {
	return addAppOptions( command ).option(
		'--environment <name>',
		'display name or ID of the environment'
	);
}
