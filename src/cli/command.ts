/** What commands share: how they are defined, the host that they call, and how their result is printed. */
import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import { MASK } from '../reference-api/lib/printed-forms.ts';
import { plainText } from '../shared/plain-text.ts';
import type { Context } from './context.ts';
import type { CliError } from './exit-codes.ts';
import { withHost } from './host.ts';
import type { Host, HostOptions } from './host.ts';
import { findAccount, findApp, findEnvironment } from './place.ts';

export interface Result {
	/** Printed with `--json`. */
	json: unknown;
	/** Printed without `--json`. */
	lines: string[];
	/** Thrown after the output, so that a command can report what failed. */
	failure?: CliError | null;
}

/** The text of the help, or what else Commander needs to know. */
interface ParameterDetails {
	about: string;
	choices?: readonly string[];
	default?: unknown;
	isRequired?: boolean;
	/** Parses the value. An option is repeatable if it uses the earlier value. */
	parse?: ( text: string, earlier: never ) => unknown;
}

type Parameters = Record< string, string | ParameterDetails >;

interface Description {
	about: string;
	/** By their form, for example `<name>`. */
	arguments?: Parameters;
	/** By their flags, for example `-f, --follow`. */
	options?: Parameters;
	/** Printed at the end of the help. */
	moreHelp?: () => string;
}

/** A command, or a group of commands. */
export interface Definition extends Description {
	commands?: Record< string, Definition >;
	run?: ( context: Context, given: unknown[] ) => Promise< Result | void >;
}

export interface JsonOption {
	json?: boolean;
}

/** Prints JSON on one line. Characters that control a terminal are escaped, which does not change the values. */
export function printJson( { print }: Context, value: unknown ): void {
	const controls = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
	const escape = ( sign: string ) =>
		`\\u${ sign.charCodeAt( 0 ).toString( 16 ).padStart( 4, '0' ) }`;
	print( JSON.stringify( value ).replace( controls, escape ) );
}

/** Aligns the columns of rows. Columns that are empty in all rows are left out. */
function formatRows( rows: string[][] ): string[] {
	const widths = ( rows[ 0 ] ?? [] ).map( ( _cell, column ) =>
		Math.max( ...rows.map( ( row ) => row[ column ]?.length ?? 0 ) )
	);
	return rows.map( ( row ) =>
		row
			.map( ( cell, column ) => cell.padEnd( widths[ column ] ?? 0 ) )
			.filter( ( _cell, column ) => widths[ column ] !== 0 )
			.join( '  ' )
			.trimEnd()
	);
}

/** Returns a result that is an object or a list, and its columns of text. */
export function table< Item extends object >(
	json: Item | Item[],
	columnsOf: ( item: Item ) => ( string | number )[]
): Result {
	const items = Array.isArray( json ) ? json : [ json ];
	const rows = items.map( ( item ) =>
		columnsOf( item ).map( ( cell ) => plainText( String( cell ) ) )
	);
	return { json, lines: formatRows( rows ) };
}

/** Parses a repeatable option. */
export function collect( value: string, earlier: string[] = [] ): string[] {
	return [ ...earlier, value ];
}

/** Arguments as Commander passes them; a list where the argument is variadic. */
type Given = ( string | string[] )[];

/** Defines a command that works without a host, or finds it itself. */
export function onThisMachine< Options, Args extends Given >( {
	run,
	...description
}: Description & {
	run: (
		context: Context,
		options: Options & JsonOption,
		...args: Args
	) => Promise< Result | void >;
} ): Definition {
	return {
		...description,
		run: ( context, given ) => {
			// Commander passes the arguments, the options and the command.
			const options = given.at( -2 ) as Options & JsonOption;
			return run( context, options, ...( given.slice( 0, -2 ) as Args ) );
		},
	};
}

/** How a command finds what it works with. */
const FIND = {
	host: async () => '',
	account: findAccount,
	app: findApp,
	environment: findEnvironment,
};

type Level = keyof typeof FIND;

/** The options that each level adds to those of the level before. */
const OPTIONS: Record< Level, Parameters > = {
	host: {
		'--host <address>': 'address of the host (or HEADLESS_API_URL)',
		'--user <name>': 'API user (or HEADLESS_API_USER)',
		'--allow-http':
			'send the password unencrypted to a host that is not on this machine',
	},
	account: { '--account <name>': 'account' },
	app: { '--app <name>': 'application' },
	environment: {
		'--environment <name>': 'display name or ID of the environment',
	},
};

export function hostOptions( level: Level ): Parameters {
	const levels = Object.keys( OPTIONS ) as Level[];
	const wanted = levels.slice( 0, levels.indexOf( level ) + 1 );
	return Object.assign( {}, ...wanted.map( ( one ) => OPTIONS[ one ] ) );
}

/** Defines a command that calls a host. Its options name the host and what is on it. */
export function onHost< L extends Level, Options, Args extends Given >(
	level: L,
	definition: Description & {
		/** Options beyond what the command finds itself. */
		more?: Level;
		run: (
			host: Host & {
				path: Awaited< ReturnType< ( typeof FIND )[ L ] > >;
			},
			options: Options & JsonOption,
			...args: Args
		) => Promise< Result | void >;
	}
): Definition {
	return onThisMachine< Options & HostOptions, Args >( {
		...definition,
		options: {
			...definition.options,
			...hostOptions( definition.more ?? level ),
		},
		run: ( context, options, ...args ) =>
			withHost( context, options, async ( host ) => {
				const path = ( await FIND[ level ]( host ) ) as Awaited<
					ReturnType< ( typeof FIND )[ L ] >
				>;
				return definition.run( { ...host, path }, options, ...args );
			} ),
	} );
}

function detailsOf( details: string | ParameterDetails ): ParameterDetails {
	return typeof details === 'string' ? { about: details } : details;
}

function withValues< Parameter extends Argument | Option >(
	parameter: Parameter,
	{ choices, parse, default: value }: ParameterDetails
): Parameter {
	if ( choices ) {
		parameter.choices( choices );
	}
	if ( parse ) {
		parameter.argParser( parse as ( text: string ) => unknown );
	}
	if ( value !== undefined ) {
		parameter.default( value );
	}
	return parameter;
}

/**
 * Hides what the user typed in the wrong place, because it can be a secret: the value of a variable, a password or a
 * webhook URL. Names of commands and options, and the values of options, stay.
 */
function withoutValues( message: string ): string {
	return message
		.replace(
			/^(error: command-argument value ').*(' is invalid for argument ')/s,
			`$1${ MASK }$2`
		)
		.replace( /^(error: unknown option '[^=']*=).*'/s, `$1${ MASK }'` )
		.replace( /^(error: unknown command ')(?![\w-]+').*'/s, `$1${ MASK }'` )
		.replace( /^(error: too many arguments.* but got \d+): .*/s, '$1.' );
}

/** Adds what a definition says to a command of Commander. */
export function applyDefinition(
	command: Command,
	definition: Definition,
	context: Context
): void {
	const { commands = {}, options = {}, moreHelp, run } = definition;
	command.description( definition.about );
	const report = command.error.bind( command );
	command.error = ( message, how ) => report( withoutValues( message ), how );
	for ( const [ name, one ] of Object.entries( commands ) ) {
		applyDefinition( command.command( name ), one, context );
	}
	for ( const [ form, given ] of Object.entries(
		definition.arguments ?? {}
	) ) {
		const details = detailsOf( given );
		const argument = new Argument( form, details.about );
		command.addArgument( withValues( argument, details ) );
	}
	for ( const [ flags, given ] of Object.entries( options ) ) {
		const details = detailsOf( given );
		const option = new Option( flags, details.about );
		option.makeOptionMandatory( details.isRequired ?? false );
		command.addOption( withValues( option, details ) );
	}
	if ( moreHelp ) {
		command.addHelpText( 'after', moreHelp );
	}
	if ( run ) {
		addAction( command, context, run );
	}
}

function addAction(
	command: Command,
	context: Context,
	run: NonNullable< Definition[ 'run' ] >
): void {
	command
		.option( '--json', 'print JSON' )
		.action( async ( ...given: unknown[] ) => {
			const result = await run( context, given );
			const { json } = given.at( -2 ) as JsonOption;
			if ( result && json ) {
				printJson( context, result.json );
			} else {
				result?.lines.forEach( context.print );
			}
			if ( result?.failure ) {
				result.failure.hasResult = true;
				throw result.failure;
			}
		} );
}
