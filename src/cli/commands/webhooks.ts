import type { Command } from 'commander';
import type { WebhookSet } from '../../shared/platform-api.generated.ts';
import type { Action } from '../../shared/actions.ts';
import { ACTIONS } from '../../shared/actions.ts';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import type { Context } from '../context.ts';
import { withHost } from '../host.ts';
import type { Host } from '../host.ts';
import { printResult } from '../output.ts';
import { findEnvironment } from '../place.ts';
import type { EnvironmentPlace } from '../place.ts';
import { addEnvironmentOptions } from '../platform-options.ts';
import type { EnvironmentOptions } from '../platform-options.ts';
import { expectShape } from '../response-shape.ts';

const TITLES: Record< Action, string > = {
	rebuild: 'Rebuild',
	cleanRebuild: 'Clean Rebuild',
	purgeCache: 'Purge Cache',
};

const PATH =
	'/_local/accounts/{account}/apps/{app}/environments/{environment}/webhooks';

/** A type, because an interface cannot be passed to the client. */
type Parameters = { params: { path: EnvironmentPlace } };

interface Subcommand {
	name: string;
	description: string;
	call: (
		client: PlatformClient,
		parameters: Parameters
	) => Promise< { data?: WebhookSet } >;
}

const SUBCOMMANDS: Subcommand[] = [
	{
		name: 'create',
		description: 'create the three URLs, or print the existing ones',
		call: ( client, parameters ) => client.POST( PATH, parameters ),
	},
	{
		name: 'list',
		description: 'print the three URLs',
		call: ( client, parameters ) => client.GET( PATH, parameters ),
	},
	{
		name: 'regenerate',
		description:
			'replace the URLs; the current ones stop working immediately',
		call: ( client, parameters ) =>
			client.POST( `${ PATH }:regenerate`, parameters ),
	},
];

function printUrls(
	context: Context,
	options: EnvironmentOptions,
	webhooks: WebhookSet
): void {
	const { rebuild, cleanRebuild, purgeCache } = expectShape(
		webhooks,
		{ rebuild: '', cleanRebuild: '', purgeCache: '' },
		'webhook URLs'
	);
	const urls = { rebuild, cleanRebuild, purgeCache };
	const lines = ACTIONS.map(
		( action ) =>
			`${ `${ TITLES[ action ] }:`.padEnd( 15 ) }${ urls[ action ] }`
	);
	printResult( context, options, urls, lines );
}

async function findParameters( host: Host ): Promise< Parameters > {
	return { params: { path: await findEnvironment( host ) } };
}

export function define( group: Command, context: Context ): void {
	for ( const { name, description, call } of SUBCOMMANDS ) {
		addEnvironmentOptions( group.command( name ) )
			.description( description )
			.action( ( options: EnvironmentOptions ) =>
				withHost( context, options, async ( host ) => {
					const parameters = await findParameters( host );
					const called = call( host.client, parameters );
					printUrls( context, options, await bodyOf( called ) );
				} )
			);
	}
	addEnvironmentOptions( group.command( 'delete' ) )
		.description( 'delete the URLs; they stop working immediately' )
		.action( ( options: EnvironmentOptions ) =>
			withHost( context, options, async ( host ) => {
				await host.client.DELETE( PATH, await findParameters( host ) );
				printResult( context, options, { deleted: true }, [
					'Webhook URLs deleted.',
				] );
			} )
		);
}
