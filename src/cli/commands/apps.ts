import { Option } from 'commander';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { REGIONS, createApp } from '../creation.ts';
import type { Region } from '../creation.ts';
import { withHost } from '../host.ts';
import { formatLine, printResult } from '../output.ts';
import { findAccount, listApps } from '../place.ts';
import { addAccountOptions } from '../platform-options.ts';
import type { AppOptions } from '../platform-options.ts';

interface CreateOptions extends AppOptions {
	region: Region;
}

export function define( group: Command, context: Context ): void {
	addAccountOptions( group.command( 'list' ) )
		.description( 'list the name and region of each application' )
		.action( ( options: AppOptions ) =>
			withHost( context, options, async ( host ) => {
				const apps = await listApps( host, await findAccount( host ) );
				const summaries = apps.map( ( { appId, region } ) => ( {
					app: appId,
					region: region.replace( 'regions/', '' ),
				} ) );
				const lines = summaries.map( ( { app, region } ) =>
					formatLine( app, region )
				);
				printResult( context, options, summaries, lines );
			} )
		);
	addAccountOptions( group.command( 'create' ) )
		.description( 'create an application' )
		.argument( '<name>', 'name of the application' )
		.addOption(
			new Option( '--region <region>', 'it cannot be changed later' )
				.choices( REGIONS )
				.makeOptionMandatory()
		)
		.action( ( app: string, options: CreateOptions ) =>
			withHost( context, options, async ( host ) => {
				const { region } = options;
				const account = await findAccount( host );
				await createApp( host, { account, app }, region );
				printResult( context, options, { app, region }, [
					`Application ${ app } created in ${ region }.`,
				] );
			} )
		);
}
