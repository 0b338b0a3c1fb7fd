import type { Command } from 'commander';
import type { WebhookSet } from '../../shared/platform-api.generated.ts';
import type { Action } from '../../shared/actions.ts';
import { ACTIONS } from '../../shared/actions.ts';
import { connect } from '../api-client.ts';
import { addEnvironmentOptions, environmentPath } from '../platform-options.ts';
import type { EnvironmentOptions } from '../platform-options.ts';
import { incompleteResponse, readStrings } from '../response-fields.ts';
import type { Context } from '../context.ts';

type Urls = Pick< WebhookSet, Action >;

const TITLES: Record< Action, string > = {
	rebuild: 'Rebuild',
	cleanRebuild: 'Clean Rebuild',
	purgeCache: 'Purge Cache',
};

function readUrls( body: unknown ): Urls {
	const urls = readStrings( body, ACTIONS );
	if ( urls === null ) {
		throw incompleteResponse( 'webhook URLs' );
	}
	return urls;
}

function printUrls( context: Context, urls: Urls, asJson?: boolean ): void {
	if ( asJson ) {
		context.print( JSON.stringify( urls ) );
		return;
	}
	for ( const action of ACTIONS ) {
		context.print(
			`${ `${ TITLES[ action ] }:`.padEnd( 15 ) }${ urls[ action ] }`
		);
	}
}

interface Subcommand {
	name: string;
	description: string;
	method: 'GET' | 'POST' | 'DELETE';
	suffix?: string;
}

const SUBCOMMANDS: Subcommand[] = [
	{
		name: 'create',
		description: 'create the three URLs, or print the existing ones',
		method: 'POST',
	},
	{
		name: 'list',
		description: 'print the three URLs',
		method: 'GET',
	},
	{
		name: 'regenerate',
		description:
			'replace the URLs; the current ones stop working immediately',
		method: 'POST',
		suffix: ':regenerate',
	},
	{
		name: 'delete',
		description: 'delete the URLs; they stop working immediately',
		method: 'DELETE',
	},
];

async function run(
	context: Context,
	subcommand: Subcommand,
	options: EnvironmentOptions
): Promise< void > {
	const client = await connect( context, options );
	const body = await client.request(
		subcommand.method,
		`/_local${ environmentPath( options ) }/webhooks` +
			( subcommand.suffix ?? '' )
	);
	if ( subcommand.method !== 'DELETE' ) {
		printUrls( context, readUrls( body ), options.json );
		return;
	}
	context.print(
		options.json
			? JSON.stringify( { deleted: true } )
			: 'Webhook URLs deleted.'
	);
}

export function addWebhooks( program: Command, context: Context ): void {
	const group = program
		.command( 'webhooks' )
		.description(
			'manage the webhook URLs of an environment; the password is read from HEADLESS_API_PASSWORD or standard input'
		);
	for ( const subcommand of SUBCOMMANDS ) {
		addEnvironmentOptions( group.command( subcommand.name ) )
			.description( subcommand.description )
			.option(
				'--json',
				'print {"rebuild", "cleanRebuild", "purgeCache"}'
			)
			.action( ( options: EnvironmentOptions ) =>
				run( context, subcommand, options )
			);
	}
}
