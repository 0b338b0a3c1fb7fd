/** `headless-deploy environments`: the environments of an app. */
import type { Command } from 'commander';
import { plainText } from '../../reference-api/lib/plain-text.ts';
import { listIn, recordsIn, textsIn } from '../answers.ts';
import type { ConnectionOptions } from '../api-client.ts';
import { addConnectionOptions, connect } from '../api-client.ts';
import type { Context } from '../context.ts';

interface Options extends ConnectionOptions {
	account: string;
	app: string;
	json?: boolean;
}

interface UpdateOptions extends Options {
	rootDirectory: string;
}

const FIELDS = [ 'name', 'displayName', 'rootDirectory' ] as const;

interface Environment extends Record< ( typeof FIELDS )[ number ], string > {
	/** State of the application; empty while nothing is live. */
	state: string;
}

function environmentsIn( body: unknown, key: string ): Environment[] {
	const records = recordsIn( body, key );
	return listIn( body, key, FIELDS ).map( ( fields, index ) => ( {
		...fields,
		state:
			textsIn( records[ index ]?.application, [ 'state' ] )?.state ?? '',
	} ) );
}

function environmentsPath( { account, app }: Options ): string {
	const [ a, p ] = [ account, app ].map( encodeURIComponent );
	return `/v1/accounts/${ a }/apps/${ p }/environments`;
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
	return addConnectionOptions( command )
		.requiredOption( '--account <name>', 'the account' )
		.requiredOption( '--app <name>', 'the app' )
		.option( '--json', 'print one line of JSON for each environment' );
}

/** Adds the command. */
export function addEnvironments( program: Command, context: Context ): void {
	const group = program
		.command( 'environments' )
		.description(
			'the environments of an app; the password comes by HEADLESS_API_PASSWORD or standard input'
		);
	addOptions( group.command( 'list' ) )
		.description(
			'list id, name, root directory and state of the application of each environment'
		)
		.action( async ( options: Options ) => {
			const client = await connect( context, options );
			const body = await client.request(
				'GET',
				environmentsPath( options )
			);
			const environments = environmentsIn( body, 'environments' );
			print( context, environments, options.json );
		} );
	addOptions( group.command( 'update' ) )
		.description( 'change the settings of an environment' )
		.argument( '<id>', 'the id of the environment' )
		.requiredOption(
			'--root-directory <path>',
			'the folder of the code that is built and started, for example apps/web; an empty one is the top folder'
		)
		.action( async ( id: string, options: UpdateOptions ) => {
			const client = await connect( context, options );
			const body = await client.request(
				'PATCH',
				`${ environmentsPath( options ) }/${ encodeURIComponent( id ) }`,
				{ rootDirectory: options.rootDirectory }
			);
			const environments = environmentsIn( body, 'environment' );
			print( context, environments, options.json );
		} );
}
