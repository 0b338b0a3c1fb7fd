import type { Command } from 'commander';
import type { Environment } from '../../shared/platform-api.generated.ts';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { Context } from '../context.ts';
import { createEnvironment } from '../creation.ts';
import { withHost } from '../host.ts';
import { formatLine, printResult } from '../output.ts';
import { findApp, findEnvironment, idOf, listEnvironments } from '../place.ts';
import { addAppOptions } from '../platform-options.ts';
import type { AppOptions } from '../platform-options.ts';
import { expectShape } from '../response-shape.ts';

interface CreateOptions extends AppOptions {
	wordpress: string;
	rootDirectory?: string;
}

interface UpdateOptions extends AppOptions {
	rootDirectory: string;
}

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
			withHost( context, options, async ( host ) => {
				const app = await findApp( host );
				const environments = await listEnvironments( host, app );
				printResult(
					context,
					options,
					environments.map( summarize ),
					environments.map( formatEnvironment )
				);
			} )
		);
}

function addCreate( group: Command, context: Context ): void {
	addAppOptions( group.command( 'create' ) )
		.description( 'create an environment' )
		.argument( '<name>', 'display name' )
		.requiredOption(
			'--wordpress <install>',
			'WordPress install that the environment is linked to'
		)
		.option( '--root-directory <path>', 'folder of the code to build' )
		.action( ( displayName: string, options: CreateOptions ) =>
			withHost( context, options, async ( host ) => {
				const { wordpress, rootDirectory } = options;
				const id = await createEnvironment(
					host,
					await findApp( host ),
					{
						displayName,
						wordpress,
						...( rootDirectory === undefined
							? {}
							: { rootDirectory } ),
					}
				);
				printResult( context, options, { id, displayName }, [
					formatLine( id, displayName ),
				] );
			} )
		);
}

function addUpdate( group: Command, context: Context ): void {
	addAppOptions( group.command( 'update' ) )
		.description( 'change the settings of an environment' )
		.argument( '<environment>', 'display name or ID' )
		.requiredOption(
			'--root-directory <path>',
			'folder of the code to build and start, for example apps/web; empty for the top folder'
		)
		.action( ( environment: string, options: UpdateOptions ) =>
			withHost( context, { ...options, environment }, async ( host ) => {
				const { rootDirectory } = options;
				const changed = expectShape(
					await bodyOf(
						host.client.PATCH(
							'/v1/accounts/{account}/apps/{app}/environments/{environment}',
							{
								params: {
									path: await findEnvironment( host ),
								},
								body: { rootDirectory },
							}
						)
					),
					{ name: '', displayName: '', rootDirectory: '' },
					'environment'
				);
				printResult( context, options, summarize( changed ), [
					formatEnvironment( changed ),
				] );
			} )
		);
}

export function define( group: Command, context: Context ): void {
	addList( group, context );
	addCreate( group, context );
	addUpdate( group, context );
}
