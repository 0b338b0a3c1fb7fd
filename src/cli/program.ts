import { Command, CommanderError } from 'commander';
import { plainText } from '../reference-api/lib/plain-text.ts';
import { addAccounts } from './commands/accounts.ts';
import { addBuilds } from './commands/builds.ts';
import { addEnvironments } from './commands/environments.ts';
import { addServe } from './commands/serve.ts';
import { addTrigger } from './commands/trigger.ts';
import { addUsers } from './commands/users.ts';
import { addWebhooks } from './commands/webhooks.ts';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-codes.ts';
import { CliError, EXIT } from './exit-codes.ts';

const HELP_CODES = [
	'commander.help',
	'commander.helpDisplayed',
	'commander.version',
];

function withOutput( command: Command, context: Context ): Command {
	return command.exitOverride().configureOutput( {
		writeOut: ( text ) => context.print( text.replace( /\n$/, '' ) ),
		writeErr: ( text ) => context.warn( text.replace( /\n$/, '' ) ),
	} );
}

function makeProgram( context: Context, version: string ): Command {
	const program = withOutput( new Command( 'headless-deploy' ), context )
		.description(
			'Runs and manages a hosting platform for headless sites on your machine.'
		)
		.version( version )
		.showSuggestionAfterError();
	addServe( program, context );
	addAccounts( program, context );
	addUsers( program, context );
	addEnvironments( program, context );
	addWebhooks( program, context );
	addBuilds( program, context );
	addTrigger( program, context );
	for ( const command of program.commands ) {
		withOutput( command, context );
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
		await makeProgram( context, version ).parseAsync( args, {
			from: 'user',
		} );
		return EXIT.ok;
	} catch ( error ) {
		return exitCodeOf( context, error );
	}
}
