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
	/** Loads the function that adds the options or subcommands. Only the given command is loaded. */
	load: () => Promise< ( command: Command, context: Context ) => void >;
}

const COMMANDS: CommandEntry[] = [
	{
		name: 'serve',
		description:
			'run a platform on this machine; the password is read from HEADLESS_API_PASSWORD or standard input',
		load: async () => ( await import( './commands/serve.ts' ) ).addOptions,
	},
	{
		name: 'deploy',
		description: 'upload a folder or a zip file, and follow its build',
		load: async () => ( await import( './commands/deploy.ts' ) ).addOptions,
	},
	{
		name: 'login',
		description: 'save the address of a host, a user and its password',
		load: async () =>
			( await import( './commands/login.ts' ) ).addLoginOptions,
	},
	{
		name: 'logout',
		description: 'delete the saved password of a host',
		load: async () =>
			( await import( './commands/login.ts' ) ).addLogoutOptions,
	},
	{
		name: 'apps',
		description: 'manage the applications of an account',
		load: async () =>
			( await import( './commands/apps.ts' ) ).addSubcommands,
	},
	{
		name: 'logs',
		description: 'print the output of the live application',
		load: async () => ( await import( './commands/logs.ts' ) ).addOptions,
	},
	{
		name: 'env',
		description: 'pull and push the shell variables of an environment',
		load: async () =>
			( await import( './commands/env.ts' ) ).addSubcommands,
	},
	{
		name: 'usage',
		description: 'show the disk usage of an account',
		load: async () => ( await import( './commands/usage.ts' ) ).addOptions,
	},
	{
		name: 'accounts',
		description: 'manage the accounts of a platform',
		load: async () =>
			( await import( './commands/accounts.ts' ) ).addSubcommands,
	},
	{
		name: 'users',
		description: 'manage the API users of a platform',
		load: async () =>
			( await import( './commands/users.ts' ) ).addSubcommands,
	},
	{
		name: 'environments',
		description: 'manage the environments of an application',
		load: async () =>
			( await import( './commands/environments.ts' ) ).addSubcommands,
	},
	{
		name: 'webhooks',
		description: 'manage the webhook URLs of an environment',
		load: async () =>
			( await import( './commands/webhooks.ts' ) ).addSubcommands,
	},
	{
		name: 'builds',
		description: 'manage the builds of an environment',
		load: async () =>
			( await import( './commands/builds.ts' ) ).addSubcommands,
	},
	{
		name: 'verify',
		description: 'compare a host with the interface document',
		load: async () => ( await import( './commands/verify.ts' ) ).addOptions,
	},
	{
		name: 'snapshot',
		description: 'save and load the data of a local platform',
		load: async () =>
			( await import( './commands/snapshot.ts' ) ).addSubcommands,
	},
	{
		name: 'trigger',
		description:
			'call a webhook; any of the three URLs is read from HEADLESS_WEBHOOK_URL or standard input',
		load: async () =>
			( await import( './commands/trigger.ts' ) ).addSubcommands,
	},
];

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
	for ( const { name, description, load } of COMMANDS ) {
		const command = program.command( name ).description( description );
		withOutput( command, context );
		if ( args.includes( name ) ) {
			( await load() )( command, context );
		}
		for ( const subcommand of command.commands ) {
			withOutput( subcommand, context );
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
