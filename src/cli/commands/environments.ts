import type { Command } from 'commander';
import type { Environment as ApiEnvironment } from '../../shared/platform-api.generated.ts';
import { plainText } from '../../reference-api/lib/plain-text.ts';
import { readList, readRecords, readStrings } from '../response-fields.ts';
import { connect } from '../api-client.ts';
import { addAppOptions, environmentsPath } from '../platform-options.ts';
import type { AppOptions } from '../platform-options.ts';
import type { Context } from '../context.ts';

interface UpdateOptions extends AppOptions {
	rootDirectory: string;
}

const FIELDS = [
	'name',
	'displayName',
	'rootDirectory',
] as const satisfies ( keyof ApiEnvironment )[];

interface Environment extends Pick<
	ApiEnvironment,
	( typeof FIELDS )[ number ]
> {
	/** State of the application; empty before the first live build. */
	state: string;
}

function readEnvironments( body: unknown, key: string ): Environment[] {
	const records = readRecords( body, key );
	return readList( body, key, FIELDS ).map( ( fields, index ) => ( {
		...fields,
		state:
			readStrings( records[ index ]?.application, [ 'state' ] )?.state ??
			'',
	} ) );
}

function print(
	context: Context,
	environments: Environment[],
	asJson?: boolean
): void {
	for ( const environment of environments ) {
		const { name, displayName, rootDirectory, state } = environment;
		const id = name.split( '/' ).pop() ?? '';
		const root = rootDirectory || 'top folder';
		context.print(
			asJson
				? JSON.stringify( { id, displayName, rootDirectory, state } )
				: plainText(
						`${ id }  ${ displayName }  ${ root }  ${ state || 'not live yet' }`
					)
		);
	}
}

function addOptions( command: Command ): Command {
	return addAppOptions( command ).option(
		'--json',
		'print one line of JSON per environment'
	);
}

export function addEnvironments( program: Command, context: Context ): void {
	const group = program
		.command( 'environments' )
		.description(
			'manage the environments of an application; the password is read from HEADLESS_API_PASSWORD or standard input'
		);
	addOptions( group.command( 'list' ) )
		.description(
			'list the ID, name, root directory and application state of each environment'
		)
		.action( async ( options: AppOptions ) => {
			const client = await connect( context, options );
			const body = await client.request(
				'GET',
				`/v1${ environmentsPath( options ) }`
			);
			const environments = readEnvironments( body, 'environments' );
			print( context, environments, options.json );
		} );
	addOptions( group.command( 'update' ) )
		.description( 'change the settings of an environment' )
		.argument( '<id>', 'ID of the environment' )
		.requiredOption(
			'--root-directory <path>',
			'folder of the code to build and start, for example apps/web; empty for the top folder'
		)
		.action( async ( id: string, options: UpdateOptions ) => {
			const client = await connect( context, options );
			const body = await client.request(
				'PATCH',
				`/v1${ environmentsPath( options ) }/${ encodeURIComponent( id ) }`,
				{ rootDirectory: options.rootDirectory }
			);
			const environments = readEnvironments( body, 'environment' );
			print( context, environments, options.json );
		} );
}
