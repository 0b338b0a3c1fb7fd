import type { Command } from 'commander';
import type { WebhookSet } from '../../shared/platform-api.generated.ts';
import type { Action } from '../../shared/actions.ts';
import { ACTIONS } from '../../shared/actions.ts';
import type { ConnectionOptions } from '../api-client.ts';
import { addConnectionOptions, connect } from '../api-client.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit-codes.ts';

interface Options extends ConnectionOptions {
	account: string;
	app: string;
	environment: string;
	json?: boolean;
}

type Urls = Pick< WebhookSet, Action >;

const TITLES: Record< Action, string > = {
	rebuild: 'Rebuild',
	cleanRebuild: 'Clean Rebuild',
	purgeCache: 'Purge Cache',
};

function pathOf( { account, app, environment }: Options ): string {
	const [ a, p, e ] = [ account, app, environment ].map( encodeURIComponent );
	return `/_local/accounts/${ a }/apps/${ p }/environments/${ e }/webhooks`;
}

function isUrls( value: unknown ): value is Urls {
	return (
		typeof value === 'object' &&
		value !== null &&
		ACTIONS.every(
			( action ) =>
				typeof ( value as Record< string, unknown > )[ action ] ===
				'string'
		)
	);
}

function readUrls( body: unknown ): Urls {
	const urls =
		typeof body === 'object' && body !== null && 'urls' in body
			? body.urls
			: body;
	if ( ! isUrls( urls ) ) {
		throw new CliError(
			EXIT.refused,
			'The platform’s response has no webhook URLs. Check that the platform and this command have the same version.'
		);
	}
	const { rebuild, cleanRebuild, purgeCache } = urls;
	return { rebuild, cleanRebuild, purgeCache };
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
	options: Options
): Promise< void > {
	const client = await connect( context, options );
	const body = await client.request(
		subcommand.method,
		pathOf( options ) + ( subcommand.suffix ?? '' )
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
		addConnectionOptions( group.command( subcommand.name ) )
			.description( subcommand.description )
			.requiredOption( '--account <name>', 'account' )
			.requiredOption( '--app <name>', 'application' )
			.requiredOption( '--environment <id>', 'environment' )
			.option(
				'--json',
				'print {"rebuild", "cleanRebuild", "purgeCache"}'
			)
			.action( ( options: Options ) =>
				run( context, subcommand, options )
			);
	}
}
