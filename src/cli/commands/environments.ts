import type { Command } from 'commander';
import type { Environment } from '../../shared/platform-api.generated.ts';
import { bodyOf } from '../../platform-client/platform-client.ts';
import { withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { formatLine, printResult } from '../output.ts';
import { addAppOptions, idOf } from '../platform-options.ts';
import type { AppOptions } from '../platform-options.ts';
import { expectShape } from '../response-shape.ts';

interface UpdateOptions extends AppOptions {
	rootDirectory: string;
}

const ENVIRONMENT = { name: '', displayName: '', rootDirectory: '' };

/** What the commands print. The state of the application is empty before the first live build. */
function summarize( environment: Environment ) {
	const { name, displayName, rootDirectory, application } = environment;
	const state = application?.state ?? '';
	return { id: idOf( name ), displayName, rootDirectory, state };
}

function formatEnvironment( environment: Environment ): string {
	const { id, displayName, rootDirectory, state } = summarize( environment );
	return formatLine(
		id,
		displayName,
		rootDirectory || 'top folder',
		state || 'not live yet'
	);
}

function addList( group: Command, context: Context ): void {
	addAppOptions( group.command( 'list' ) )
		.description(
			'list the ID, name, root directory and application state of each environment'
		)
		.action( ( options: AppOptions ) =>
			withClient( context, options, async ( client ) => {
				const { account, app } = options;
				const { environments } = expectShape(
					await bodyOf(
						client.GET(
							'/v1/accounts/{account}/apps/{app}/environments',
							{ params: { path: { account, app } } }
						)
					),
					{ environments: [ ENVIRONMENT ] },
					'environments'
				);
				printResult(
					context,
					options,
					environments.map( summarize ),
					environments.map( formatEnvironment )
				);
			} )
		);
}

function addUpdate( group: Command, context: Context ): void {
	addAppOptions( group.command( 'update' ) )
		.description( 'change the settings of an environment' )
		.argument( '<id>', 'ID of the environment' )
		.requiredOption(
			'--root-directory <path>',
			'folder of the code to build and start, for example apps/web; empty for the top folder'
		)
		.action( ( environment: string, options: UpdateOptions ) =>
			withClient( context, options, async ( client ) => {
				const { account, app, rootDirectory } = options;
				const changed = expectShape(
					await bodyOf(
						client.PATCH(
							'/v1/accounts/{account}/apps/{app}/environments/{environment}',
							{
								params: { path: { account, app, environment } },
								body: { rootDirectory },
							}
						)
					),
					ENVIRONMENT,
					'environment'
				);
				printResult( context, options, summarize( changed ), [
					formatEnvironment( changed ),
				] );
			} )
		);
}

export function addSubcommands( group: Command, context: Context ): void {
	addList( group, context );
	addUpdate( group, context );
}
