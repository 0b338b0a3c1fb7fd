import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { readDotenv } from '../../platform-client/dotenv.ts';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { withHost } from '../host.ts';
import { formatLine, printResult } from '../output.ts';
import { findEnvironment } from '../place.ts';
import { addEnvironmentOptions } from '../platform-options.ts';
import type { EnvironmentOptions } from '../platform-options.ts';
import { expectShape } from '../response-shape.ts';

const DEFAULT_FILE = '.env';
/** The file gets values of secrets later. */
const FILE_MODE = 0o600;
const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

const PATH =
	'/v1/accounts/{account}/apps/{app}/environments/{environment}' as const;

/** Reads a .env file. The error names lines, never values. */
function parse( name: string, text: string ) {
	const { variables, problems } = readDotenv( text );
	if ( problems.length > 0 ) {
		throw new CliError(
			EXIT.usage,
			problems
				.map(
					( { line, message } ) => `${ name }:${ line }: ${ message }`
				)
				.join( '\n' )
		);
	}
	return variables;
}

function readText( file: string ): Promise< string > {
	return readFile( file, 'utf8' ).catch( ( error: { code?: string } ) => {
		if ( error.code === 'ENOENT' ) {
			return '';
		}
		throw new CliError(
			EXIT.usage,
			`${ file } cannot be read (${ error.code }).`
		);
	} );
}

/** Adds the keys that a file lacks, with empty values: hosts never return values. */
async function pull(
	context: Context,
	name: string,
	options: EnvironmentOptions
): Promise< void > {
	const file = path.resolve( context.folder, name );
	await withHost( context, options, async ( host ) => {
		const place = await findEnvironment( host );
		const { shellVariables } = expectShape(
			await bodyOf(
				host.client.GET( PATH, { params: { path: place } } )
			),
			{ shellVariables: [ { key: '' } ] },
			'shell variables'
		);
		const text = await readText( file );
		const existing = parse( name, text ).map( ( { key } ) => key );
		const added = shellVariables
			.map( ( { key } ) => key )
			.filter( ( key ) => KEY.test( key ) && ! existing.includes( key ) );
		if ( added.length > 0 ) {
			const separator = text === '' || text.endsWith( '\n' ) ? '' : '\n';
			const lines = added.map( ( key ) => `${ key }=\n` ).join( '' );
			await appendFile( file, separator + lines, { mode: FILE_MODE } );
		}
		printResult( context, options, { file, added }, [
			added.length === 0
				? `${ name } has all variables of the environment.`
				: formatLine( `Added to ${ name }:`, ...added ),
			'The values are empty: the host never returns the value of a variable.',
		] );
	} );
}

async function push(
	context: Context,
	name: string,
	options: EnvironmentOptions
): Promise< void > {
	const text = await readText( path.resolve( context.folder, name ) );
	const variables = parse( name, text );
	// `pull` writes empty values. Sent back, they would erase the values of the host.
	const set = variables.filter( ( { value } ) => value !== '' );
	const skipped = variables
		.filter( ( { value } ) => value === '' )
		.map( ( { key } ) => key );
	if ( set.length === 0 ) {
		throw new CliError(
			EXIT.usage,
			`${ name } contains no variable with a value.`
		);
	}
	await withHost(
		context,
		options,
		async ( host ) => {
			const place = await findEnvironment( host );
			await host.client.PATCH( `${ PATH }/shellVariables`, {
				params: { path: place },
				body: { set },
			} );
			const keys = set.map( ( { key } ) => key );
			printResult( context, options, { set: keys, skipped }, [
				formatLine( 'Set:', ...keys ),
				...( skipped.length === 0
					? []
					: [ formatLine( 'Skipped, because empty:', ...skipped ) ] ),
				'The change takes effect with the next build.',
			] );
		},
		set.map( ( { value } ) => value )
	);
}

export function define( group: Command, context: Context ): void {
	addEnvironmentOptions( group.command( 'pull' ) )
		.description(
			'add the names of the shell variables to a .env file, with empty values'
		)
		.argument( '[file]', 'path of the file', DEFAULT_FILE )
		.action( ( file: string, options: EnvironmentOptions ) =>
			pull( context, file, options )
		);
	addEnvironmentOptions( group.command( 'push' ) )
		.description( 'set the shell variables of a .env file' )
		.argument( '[file]', 'path of the file', DEFAULT_FILE )
		.action( ( file: string, options: EnvironmentOptions ) =>
			push( context, file, options )
		);
}
