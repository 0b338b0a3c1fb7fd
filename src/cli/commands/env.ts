import { appendFile, lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readDotenv } from '../../platform-client/dotenv.ts';
import { onHost } from '../command.ts';
import type { Definition, Result } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { ENVIRONMENTS_PATH } from '../place.ts';
import type { EnvironmentHost } from '../place.ts';
import { read } from '../response.ts';

/** The file gets values of secrets later. */
const FILE_MODE = 0o600;
const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;
const PATH = `${ ENVIRONMENTS_PATH }/{environment}` as const;

/** Reads a file; empty if it does not exist. */
async function readText( file: string ): Promise< string > {
	try {
		// The link of a foreign project could lead to a file of the user.
		if ( ( await lstat( file ) ).isFile() ) {
			return await readFile( file, 'utf8' );
		}
	} catch ( error ) {
		const { code } = error as { code?: string };
		if ( code === 'ENOENT' ) {
			return '';
		}
		throw usageError( `${ file } cannot be read (${ code }).` );
	}
	throw usageError(
		`${ file } is not a file. Name a file that is neither a folder nor a symbolic link.`
	);
}

/** Parses a .env file. The error names lines, never values. */
function parse( name: string, text: string ) {
	const { variables, problems } = readDotenv( text );
	if ( problems.length > 0 ) {
		throw usageError(
			problems
				.map(
					( { line, message } ) => `${ name }:${ line }: ${ message }`
				)
				.join( '\n' )
		);
	}
	return variables;
}

/** Adds the keys that a file lacks, with empty values: hosts never return values. */
async function pull(
	{ client, context, path: place }: EnvironmentHost,
	_options: object,
	name: string
): Promise< Result > {
	const file = path.resolve( context.folder, name );
	const { shellVariables } = await read(
		client.GET( PATH, { params: { path: place } } ),
		{ shellVariables: [ { key: '' } ] }
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
	return {
		json: { file, added },
		lines: [
			added.length === 0
				? `${ name } has all variables of the environment.`
				: `Added to ${ name }: ${ added.join( ', ' ) }.`,
			'The values are empty: the host never returns the value of a variable.',
		],
	};
}

async function push(
	host: EnvironmentHost,
	_options: object,
	name: string
): Promise< Result > {
	const text = await readText( path.resolve( host.context.folder, name ) );
	const variables = parse( name, text );
	// `pull` writes empty values. Sent back, they would erase the values of the host.
	const values = variables.filter( ( { value } ) => value !== '' );
	if ( values.length === 0 ) {
		throw usageError( `${ name } contains no variable with a value.` );
	}
	host.secrets.push( ...values.map( ( { value } ) => value ) );
	await host.client.PATCH( `${ PATH }/shellVariables`, {
		params: { path: host.path },
		body: { set: values },
	} );
	const set = values.map( ( { key } ) => key );
	const skipped = variables
		.map( ( { key } ) => key )
		.filter( ( key ) => ! set.includes( key ) );
	return {
		json: { set, skipped },
		lines: [
			`Set: ${ set.join( ', ' ) }.`,
			...( skipped.length === 0
				? []
				: [ `Skipped because empty: ${ skipped.join( ', ' ) }.` ] ),
			'The change takes effect with the next build.',
		],
	};
}

const FILE = { '[file]': { about: 'path of the file', default: '.env' } };

export const definition: Definition = {
	about: 'pull and push the shell variables of an environment',
	commands: {
		pull: onHost( 'environment', {
			about: 'add the names of the shell variables to a .env file, with empty values',
			arguments: FILE,
			run: pull,
		} ),
		push: onHost( 'environment', {
			about: 'set the shell variables of a .env file',
			arguments: FILE,
			run: push,
		} ),
	},
};
