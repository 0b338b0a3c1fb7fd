import { Command, CommanderError } from 'commander';
import { plainText } from '../shared/plain-text.ts';
import { applyDefinition, printJson } from './command.ts';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-codes.ts';
import { CliError, EXIT, usageError } from './exit-codes.ts';

/** The commands by the heading of the help. Only the given one is loaded, because some need the server's modules. */
const COMMANDS = {
	'Deploy:': {
		deploy: () => import( './commands/deploy.ts' ),
		status: () => import( './commands/status.ts' ),
		open: () => import( './commands/open.ts' ),
		builds: () => import( './commands/builds.ts' ),
		logs: () => import( './commands/logs.ts' ),
		env: () => import( './commands/env.ts' ),
		trigger: () => import( './commands/trigger.ts' ),
	},
	'Host:': {
		login: () => import( './commands/login.ts' ),
		logout: () => import( './commands/logout.ts' ),
		apps: () => import( './commands/apps.ts' ),
		environments: () => import( './commands/environments.ts' ),
		webhooks: () => import( './commands/webhooks.ts' ),
		usage: () => import( './commands/usage.ts' ),
		verify: () => import( './commands/verify.ts' ),
	},
	'Local platform:': {
		serve: () => import( './commands/serve.ts' ),
		accounts: () => import( './commands/accounts.ts' ),
		users: () => import( './commands/users.ts' ),
		snapshot: () => import( './commands/snapshot.ts' ),
	},
};

/** @param given Only this command is loaded; all of them if it is none. */
async function loadCompletion( context: Context, version: string ) {
	const { makeDefinition } = await import( './commands/completion.ts' );
	const load = () => makeProgram( '', context, version );
	return { definition: makeDefinition( load ) };
}

export async function makeProgram(
	given: string,
	context: Context,
	version: string
): Promise< Command > {
	const printLines =
		( print: ( line: string ) => void ) => ( text: string ) =>
			text.replace( /\n$/, '' ).split( '\n' ).forEach( print );
	const program = new Command( 'headless-deploy' )
		.description(
			'Deploys headless sites, and runs a hosting platform on your machine.'
		)
		.version( version )
		.showSuggestionAfterError()
		.exitOverride()
		.configureOutput( {
			writeOut: printLines( context.print ),
			writeErr: printLines( context.warn ),
		} );
	const groups = Object.entries( {
		...COMMANDS,
		'This command:': {
			completion: () => loadCompletion( context, version ),
		},
	} );
	const isCommand = groups.some( ( [ , group ] ) => given in group );
	for ( const [ heading, group ] of groups ) {
		for ( const [ name, load ] of Object.entries( group ) ) {
			if ( ! isCommand || name === given ) {
				const command = program.command( name ).helpGroup( heading );
				applyDefinition(
					command,
					( await load() ).definition,
					context
				);
			}
		}
	}
	return program;
}

/** Host and project decide about parts of what is printed, so control characters are removed. */
function withPlainOutput( context: Context ): Context {
	return {
		...context,
		print: ( line ) => context.print( plainText( line ) ),
		warn: ( line ) => context.warn( plainText( line ) ),
	};
}

/** With `--json`, prints an error unless the command has printed its result. */
function printErrorAsJson(
	context: Context,
	args: readonly string[],
	{ exitCode, hasResult, message, status }: CliError
): ExitCode {
	if ( args.includes( '--json' ) && ! hasResult ) {
		const [ code ] =
			Object.entries( EXIT ).find( ( [ , one ] ) => one === exitCode ) ??
			[];
		printJson( context, {
			error: { code, message, ...( status === 0 ? {} : { status } ) },
		} );
	}
	return exitCode;
}

export async function run(
	args: readonly string[],
	processContext: Context,
	version: string
): Promise< ExitCode > {
	const context = withPlainOutput( processContext );
	try {
		const program = await makeProgram( args[ 0 ] ?? '', context, version );
		await program.parseAsync( args, { from: 'user' } );
		return EXIT.ok;
	} catch ( error ) {
		if ( error instanceof CommanderError ) {
			if ( error.exitCode === 0 ) {
				return EXIT.ok;
			}
			// Commander has printed the error, or the help for a group without a subcommand.
			const reason = error.message.replace( /^error: /, '' );
			return printErrorAsJson( context, args, usageError( reason ) );
		}
		const expected =
			error instanceof Error && 'syscall' in error
				? usageError( `A file cannot be used. ${ error.message }.` )
				: error;
		if ( ! ( expected instanceof CliError ) ) {
			throw error;
		}
		expected.message.split( '\n' ).forEach( context.warn );
		return printErrorAsJson( context, args, expected );
	}
}
