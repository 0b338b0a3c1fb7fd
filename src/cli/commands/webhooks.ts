/** `headless-deploy webhooks`: the webhook set of an environment. */
import type { Command } from 'commander';
import type { Action } from '../../shared/actions.ts';
import { ACTIONS } from '../../shared/actions.ts';
import type { ConnectionOptions } from '../api-client.ts';
import { addConnectionOptions, connect } from '../api-client.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit.ts';

interface Options extends ConnectionOptions {
	account: string;
	app: string;
	environment: string;
	json?: boolean;
}

type Urls = Record< Action, string >;

const TITLES: Record< Action, string > = {
	rebuild: 'Rebuild',
	cleanRebuild: 'Clean rebuild',
	purgeCache: 'Purge cache',
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

function urlsIn( body: unknown ): Urls {
	const urls =
		typeof body === 'object' && body !== null && 'urls' in body
			? body.urls
			: body;
	if ( ! isUrls( urls ) ) {
		throw new CliError(
			EXIT.refused,
			'The platform answered without the three URLs. Is its version the same as this command’s?'
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

interface Verb {
	name: string;
	description: string;
	method: 'GET' | 'POST' | 'DELETE';
	suffix?: string;
}

const VERBS: Verb[] = [
	{
		name: 'create',
		description: 'make the three URLs, or print those there are',
		method: 'POST',
	},
	{
		name: 'list',
		description: 'print the three URLs',
		method: 'GET',
	},
	{
		name: 'regenerate',
		description: 'make new URLs; the current ones stop working at once',
		method: 'POST',
		suffix: ':regenerate',
	},
	{
		name: 'delete',
		description: 'delete the URLs; they stop working at once',
		method: 'DELETE',
	},
];

async function run(
	context: Context,
	verb: Verb,
	options: Options
): Promise< void > {
	const client = await connect( context, options );
	const body = await client.request(
		verb.method,
		pathOf( options ) + ( verb.suffix ?? '' )
	);
	if ( verb.method !== 'DELETE' ) {
		printUrls( context, urlsIn( body ), options.json );
		return;
	}
	context.print(
		options.json ? JSON.stringify( { deleted: true } ) : 'Deleted.'
	);
}

/** Adds the command. */
export function addWebhooks( program: Command, context: Context ): void {
	const group = program
		.command( 'webhooks' )
		.description(
			'the webhook URLs of an environment; the password comes by HEADLESS_API_PASSWORD or standard input'
		);
	for ( const verb of VERBS ) {
		addConnectionOptions( group.command( verb.name ) )
			.description( verb.description )
			.requiredOption( '--account <name>', 'the account' )
			.requiredOption( '--app <name>', 'the app' )
			.requiredOption( '--environment <id>', 'the environment' )
			.option(
				'--json',
				'print {"rebuild", "cleanRebuild", "purgeCache"}'
			)
			.action( ( options: Options ) => run( context, verb, options ) );
	}
}
