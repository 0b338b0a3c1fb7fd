/** Shell variables, and the .env files that hold them. */
import { lstat, readFile } from 'node:fs/promises';
import { readDotenv } from '../platform-client/dotenv.ts';
import { usageError } from './exit-codes.ts';
import { ENVIRONMENTS_PATH } from './place.ts';
import type { EnvironmentHost, ShellVariable } from './place.ts';
import { read } from './response.ts';

const ENVIRONMENT_PATH = `${ ENVIRONMENTS_PATH }/{environment}` as const;
const PATH = `${ ENVIRONMENT_PATH }/shellVariables` as const;

/** Reads a file; empty if it does not exist. */
export async function readDotenvText( file: string ): Promise< string > {
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

/** @throws CliError With each line that cannot be read. */
export function parseDotenv( name: string, text: string ): ShellVariable[] {
	const { variables, problems } = readDotenv( text );
	if ( problems.length > 0 ) {
		throw usageError(
			...problems.map(
				( { line, message } ) => `${ name }:${ line }: ${ message }`
			)
		);
	}
	return variables;
}

/**
 * Reads the variables of a .env file that have a value. `env pull` writes empty values; sent back, they would erase
 * the values of the host.
 *
 * @param name The file in messages.
 * @param file Its path.
 */
export async function readVariables(
	name: string,
	file: string
): Promise< { values: ShellVariable[]; skipped: string[] } > {
	const variables = parseDotenv( name, await readDotenvText( file ) );
	const values = variables.filter( ( { value } ) => value !== '' );
	if ( values.length === 0 ) {
		throw usageError( `${ name } contains no variable with a value.` );
	}
	const set = values.map( ( { key } ) => key );
	const skipped = variables
		.map( ( { key } ) => key )
		.filter( ( key ) => ! set.includes( key ) );
	return { values, skipped };
}

/** Hosts never return values. */
export async function readKeys( { client, path: place }: EnvironmentHost ) {
	const setTime = undefined as string | undefined;
	const { shellVariables } = await read(
		client.GET( ENVIRONMENT_PATH, { params: { path: place } } ),
		{ shellVariables: [ { key: '', setTime } ] }
	);
	return shellVariables;
}

export async function changeVariables(
	host: EnvironmentHost,
	body: { set: ShellVariable[] } | { remove: string[] }
): Promise< void > {
	const set = 'set' in body ? body.set : [];
	host.secrets.push( ...set.map( ( { value } ) => value ) );
	const params = { path: host.path };
	await host.client.PATCH( PATH, { params, body } );
}
