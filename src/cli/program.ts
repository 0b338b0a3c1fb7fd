import { Command, CommanderError } from 'commander';
import { plainText } from '../shared/plain-text.ts';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-codes.ts';
import { CliError, EXIT } from './exit-codes.ts';

const HELP_CODES = [
	'commander.help',
	'commander.helpDisplayed',
	'commander.version',
];

interface CommandEntry {
	name: string;
	description: string;
	/** Loads what adds the options or subcommands. Only the given command is loaded. */
	load: () => Promise< {
		define: ( command: Command, context: Context ) => void;
	} >;
}

/** The commands by the heading of the help. */
const COMMANDS: Record< string, CommandEntry[] > = {
	'Deploy:': [
		{
			name: 'deploy',
			description: 'upload a folder or a zip file, and follow its build',
			load: () => import( './commands/deploy.ts' ),
		},
		{
			name: 'builds',
			description: 'manage the builds of an environment',
			load: () => import( './commands/builds.ts' ),
		},
		{
			name: 'logs',
			description: 'print the output of the live application',
			load: () => import( './commands/logs.ts' ),
		},
		{
			name: 'env',
			description: 'pull and push the shell variables of an environment',
			load: () => import( './commands/env.ts' ),
		},
		{
			name: 'trigger',
			description:
				'call a webhook; any of the three URLs is read from HEADLESS_WEBHOOK_URL or standard input',
			load: () => import( './commands/trigger.ts' ),
		},
	],
	'Host:': [
		{
			name: 'login',
			description: 'save the address of a host, a user and its password',
			load: () => import( './commands/login.ts' ),
		},
		{
			name: 'logout',
			description: 'delete the saved password of a host',
			load: () => import( './commands/logout.ts' ),
		},
		{
			name: 'apps',
			description: 'manage the applications of an account',
			load: () => import( './commands/apps.ts' ),
		},
		{
			name: 'environments',
			description: 'manage the environments of an application',
			load: () => import( './commands/environments.ts' ),
		},
		{
			name: 'webhooks',
			description: 'manage the webhook URLs of an environment',
			load: () => import( './commands/webhooks.ts' ),
		},
		{
			name: 'usage',
			description: 'show the disk usage of an account',
			load: () => import( './commands/usage.ts' ),
		},
		{
			name: 'verify',
			description: 'compare a host with the interface document',
			load: () => import( './commands/verify.ts' ),
		},
	],
	'Local platform:': [
		{
			name: 'serve',
			description:
				'run a platform on this machine; the password is read from HEADLESS_API_PASSWORD or standard input',
			load: () => import( './commands/serve.ts' ),
		},
		{
			name: 'accounts',
			description: 'manage the accounts of a platform',
			load: () => import( './commands/accounts.ts' ),
		},
		{
			name: 'users',
			description: 'manage the API users of a platform',
			load: () => import( './commands/users.ts' ),
		},
		{
			name: 'snapshot',
			description: 'save and load the data of a platform',
			load: () => import( './commands/snapshot.ts' ),
		},
	],
};

function withOutput( command: Command, context: Context ): Command {
	return command.exitOverride().configureOutput( {
		writeOut: ( text ) => context.print( text.replace( /\n$/, '' ) ),
		writeErr: ( text ) => context.warn( text.replace( /\n$/, '' ) ),
	} );
}

async function makeProgram(
	args: readonly string[],
	context: Context,
	version: string
): Promise< Command > {
	const program = withOutput( new Command( 'headless-deploy' ), context )
		.description(
			'Deploys headless sites, and runs a hosting platform on your machine.'
		)
		.version( version )
		.showSuggestionAfterError();
	for ( const [ heading, entries ] of Object.entries( COMMANDS ) ) {
		for ( const entry of entries ) {
			const command = program
				.command( entry.name )
				.description( entry.description )
				.helpGroup( heading );
			withOutput( command, context );
			if ( args.includes( entry.name ) ) {
				( await entry.load() ).define( command, context );
			}
			for ( const subcommand of command.commands ) {
				withOutput( subcommand, context );
			}
		}
	}
	return program;
}

function exitCodeOf( context: Context, error: unknown ): ExitCode {
	if ( error instanceof CommanderError ) {
		// Commander has printed the error. A group without a subcommand prints its help as an error.
		const isHelp =
			HELP_CODES.includes( error.code ) && error.exitCode === 0;
		return isHelp ? EXIT.ok : EXIT.usage;
	}
	if ( error instanceof CliError ) {
		// The message may quote a server, so control characters are removed.
		context.warn(
			error.message.split( '\n' ).map( plainText ).join( '\n' )
		);
		return error.exitCode;
	}
	throw error;
}

export async function run(
	args: readonly string[],
	context: Context,
	version: string
): Promise< ExitCode > {
	try {
		const program = await makeProgram( args, context, version );
		await program.parseAsync( args, { from: 'user' } );
		return EXIT.ok;
	} catch ( error ) {
		return exitCodeOf( context, error );
	}
}
