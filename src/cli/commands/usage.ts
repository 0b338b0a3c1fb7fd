import { formatBytes } from '../../reference-api/lib/limits.ts';
import type { StorageRollup } from '../../shared/platform-api.generated.ts';
import { poll } from '../build-tracking.ts';
import { onHost, table } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import { isUuid, listAccountIds } from '../place.ts';
import { read } from '../response.ts';

const SOON_MS = 60_000;
const SHORT_INTERVAL_MS = 500;
const LONG_INTERVAL_MS = 15_000;

const USAGE = {
	environment_metrics: [
		{
			environment_name: '',
			metrics_rollup: {
				storage_file_bytes: undefined as StorageRollup | undefined,
				storage_database_bytes: undefined as StorageRollup | undefined,
			},
		},
	],
	last_account_storage_refresh_time: undefined as string | null | undefined,
	account_storage_refresh_expected_time: undefined as
		string | null | undefined,
};

async function findAccountId( host: Host, account: string ): Promise< string > {
	if ( isUuid( account ) ) {
		return account;
	}
	const results = await listAccountIds( host );
	const found = results.find( ( { name } ) => name === account );
	if ( found === undefined ) {
		const names = results.map( ( { name } ) => name ).join( ', ' );
		throw usageError(
			`The account ${ account } does not exist. Existing: ${ names || 'none' }.`
		);
	}
	return found.id;
}

function bytesOf( rollup: StorageRollup | undefined ): number | null {
	const value = rollup?.latest?.value;
	return value === undefined ? null : Number( value );
}

async function readUsage( { client }: Host, account: string ) {
	const params = { path: { account } };
	const usage = await read(
		client.GET( '/v1/accounts/{account}/usage', { params } ),
		USAGE
	);
	return {
		refreshTime: usage.last_account_storage_refresh_time ?? null,
		expectedTime: usage.account_storage_refresh_expected_time ?? null,
		environments: usage.environment_metrics.map(
			( { environment_name: name, metrics_rollup: rollup } ) => ( {
				name,
				fileBytes: bytesOf( rollup.storage_file_bytes ),
				databaseBytes: bytesOf( rollup.storage_database_bytes ),
			} )
		),
	};
}

/** Starts a measurement and waits for its result. */
async function refresh( host: Host, account: string ): Promise< void > {
	const { client, context } = host;
	const before = await readUsage( host, account );
	await client.POST( '/v1/accounts/{account}/usage/refresh_disk_usage', {
		params: { path: { account } },
	} );
	const { expectedTime } = await readUsage( host, account );
	if ( expectedTime === null ) {
		return;
	}
	context.warn( `The host expects the new figures at ${ expectedTime }.` );
	const isSoon = Date.parse( expectedTime ) - Date.now() < SOON_MS;
	await poll(
		context,
		async () => {
			const now = await readUsage( host, account );
			const isDone =
				now.expectedTime === null ||
				now.refreshTime !== before.refreshTime;
			return isDone ? now : null;
		},
		{ intervalMs: isSoon ? SHORT_INTERVAL_MS : LONG_INTERVAL_MS }
	);
}

function formatSize( what: string, bytes: number | null ): string {
	return `${ what } ${ bytes === null ? 'not measured' : formatBytes( bytes ) }`;
}

export const definition = onHost( 'account', {
	about: 'show the disk usage of an account',
	options: { '--refresh': 'measure now, and wait for the result' },
	run: async ( host, options: { refresh?: boolean } ) => {
		const account = await findAccountId( host, host.path );
		if ( options.refresh ) {
			await refresh( host, account );
		}
		const usage = await readUsage( host, account );
		const { lines } = table(
			usage.environments,
			( { name, fileBytes, databaseBytes } ) => [
				name,
				formatSize( 'files', fileBytes ),
				formatSize( 'database', databaseBytes ),
			]
		);
		const last = usage.refreshTime
			? `Measured at ${ usage.refreshTime }.`
			: 'Not measured yet. Use --refresh to measure now.';
		return { json: usage, lines: [ ...lines, last ] };
	},
} );
