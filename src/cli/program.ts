/**
 * The command line `headless-deploy`: parses, calls one thing, ends with a code.
 */
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
import type { ExitCode } from './exit.ts';
import { CliError, EXIT } from './exit.ts';

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
		.description( 'A hosting platform for headless sites on your machine.' )
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
		for ( const verb of command.commands ) {
			withOutput( verb, context );
		}
	}
	return program;
}

function exitCodeOf( context: Context, error: unknown ): ExitCode {
	if ( error instanceof CommanderError ) {
		// It has said what is wrong; a group without a verb prints its help as an error.
		const isHelp =
			HELP_CODES.includes( error.code ) && error.exitCode === 0;
		return isHelp ? EXIT.ok : EXIT.usage;
	}
	if ( error instanceof CliError ) {
		// It may repeat what a service said, which is not to steer the terminal.
		context.warn(
			error.message.split( '\n' ).map( plainText ).join( '\n' )
		);
		return error.exitCode;
	}
	throw error;
}

/**
 * Runs a command.
 *
 * @param words The words after the program's name.
 */
export async function run(
	words: readonly string[],
	context: Context,
	version: string
): Promise< ExitCode > {
	try {
		await makeProgram( context, version ).parseAsync( words, {
			from: 'user',
		} );
		return EXIT.ok;
	} catch ( error ) {
		return exitCodeOf( context, error );
	}
}
