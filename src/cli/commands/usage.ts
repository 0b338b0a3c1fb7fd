import type { Command } from 'commander';
import type {
	AccountUsage,
	UsageRollup,
} from '../../shared/platform-api.generated.ts';
import { bodyOf } from '../../platform-client/platform-client.ts';
import { poll } from '../build.ts';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../exit-codes.ts';
import { withHost } from '../host.ts';
import type { Host } from '../host.ts';
import { formatBytes, formatLine, printResult } from '../output.ts';
import { findAccount, isUuid } from '../place.ts';
import { addAccountOptions } from '../platform-options.ts';
import type { AppOptions } from '../platform-options.ts';
import { expectShape } from '../response-shape.ts';

interface Options extends AppOptions {
	refresh?: boolean;
}

const SOON_MS = 60_000;
const SHORT_INTERVAL_MS = 500;
const LONG_INTERVAL_MS = 15_000;
const PAGE_SIZE = 1000;

/** The usage API takes the UUID of an account, the others take its name. */
async function findAccountId( host: Host ): Promise< string > {
	const account = await findAccount( host );
	if ( isUuid( account ) ) {
		return account;
	}
	const { results } = expectShape(
		await bodyOf(
			host.client.GET( '/v1/accounts', {
				params: { query: { limit: PAGE_SIZE } },
			} )
		),
		{ results: [ { id: '', name: '' } ] },
		'accounts'
	);
	const found = results.find( ( { name } ) => name === account );
	if ( found === undefined ) {
		const names = results.map( ( { name } ) => name ).join( ', ' );
		throw new CliError(
			EXIT.usage,
			`The account ${ account } does not exist. Existing: ${ names || 'none' }.`
		);
	}
	return found.id;
}

async function readUsage(
	{ client }: Host,
	account: string
): Promise< AccountUsage > {
	return expectShape(
		await bodyOf(
			client.GET( '/v1/accounts/{account}/usage', {
				params: { path: { account } },
			} )
		),
		{
			environment_metrics: [
				{ environment_name: '', metrics_rollup: {} },
			],
		},
		'usage'
	);
}

/** Starts a measurement and waits for its result. */
async function refresh(
	context: Context,
	host: Host,
	account: string
): Promise< void > {
	const before = await readUsage( host, account );
	await host.client.POST( '/v1/accounts/{account}/usage/refresh_disk_usage', {
		params: { path: { account } },
	} );
	const started = await readUsage( host, account );
	const expected = started.account_storage_refresh_expected_time;
	if ( expected === null ) {
		return;
	}
	context.warn( `The host expects the new figures at ${ expected }.` );
	const isSoon = Date.parse( expected ) - Date.now() < SOON_MS;
	await poll(
		context,
		async () => {
			const now = await readUsage( host, account );
			const isDone =
				now.account_storage_refresh_expected_time === null ||
				now.last_account_storage_refresh_time !==
					before.last_account_storage_refresh_time;
			return isDone ? now : null;
		},
		undefined,
		isSoon ? SHORT_INTERVAL_MS : LONG_INTERVAL_MS
	);
}

function bytesOf( rollup: UsageRollup | undefined ): number | null {
	const value = rollup?.latest?.value;
	return value === undefined ? null : Number( value );
}

function summarize( usage: AccountUsage ) {
	return {
		refreshTime: usage.last_account_storage_refresh_time,
		expectedTime: usage.account_storage_refresh_expected_time,
		environments: usage.environment_metrics.map(
			( { environment_name: name, metrics_rollup: rollup } ) => ( {
				name,
				fileBytes: bytesOf( rollup.storage_file_bytes ),
				databaseBytes: bytesOf( rollup.storage_database_bytes ),
			} )
		),
	};
}

function formatSize( what: string, bytes: number | null ): string {
	return bytes === null
		? `${ what } not measured`
		: `${ what } ${ formatBytes( bytes ) }`;
}

async function printUsage(
	context: Context,
	host: Host,
	options: Options
): Promise< void > {
	const account = await findAccountId( host );
	if ( options.refresh ) {
		await refresh( context, host, account );
	}
	const usage = summarize( await readUsage( host, account ) );
	const lines = usage.environments.map(
		( { name, fileBytes, databaseBytes } ) =>
			formatLine(
				name,
				formatSize( 'files', fileBytes ),
				formatSize( 'database', databaseBytes )
			)
	);
	printResult( context, options, usage, [
		...lines,
		usage.refreshTime === null
			? 'Not measured yet. Use --refresh to measure now.'
			: formatLine( `Measured at ${ usage.refreshTime }.` ),
	] );
}

export function define( command: Command, context: Context ): void {
	addAccountOptions( command )
		.option( '--refresh', 'measure now, and wait for the result' )
		.action( ( options: Options ) =>
			withHost( context, options, ( host ) =>
				printUsage( context, host, options )
			)
		);
}
