import { useHost } from '../client/host.ts';
import { useHostQuery } from '../client/queries.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import type {
	AccountUsage,
	DiskUsage,
} from '../../shared/platform-api.generated.ts';
import { changeOf } from './usage-layers.ts';

const COMPARED_DAYS = 30;
const DAY_MS = 86_400_000;
const BYTES_PER_GB = 1e9;
const MAX_INSTALLS = 100;

/** @return `YYYY-MM-DD`, in UTC. */
function dayBefore( days: number ): string {
	return new Date( Date.now() - days * DAY_MS ).toISOString().slice( 0, 10 );
}

function comparedDays() {
	return {
		first_date: dayBefore( COMPARED_DAYS ),
		last_date: dayBefore( 0 ),
	};
}

/** The usage API knows accounts by their UUID. */
async function accountIdOf(
	client: PlatformClient,
	account: string
): Promise< string > {
	const { data } = await client.GET( '/v1/accounts' );
	const found = data?.results.find( ( { name } ) => name === account );
	return found?.id ?? account;
}

function bytesOf( value: string | null ): number | null {
	return value === null ? null : Number( value );
}

function installOf( {
	environment_name: name,
	metrics,
	storage_refresh_expected_time: expectedTime,
}: AccountUsage[ 'environment_metrics' ][ number ] ) {
	const days = metrics.map( ( day ) => ( {
		date: day.date,
		fileBytes: bytesOf( day.storage_file_bytes ),
		databaseBytes: bytesOf( day.storage_database_bytes ),
	} ) );
	const newest = days.findLast(
		( { fileBytes, databaseBytes } ) =>
			fileBytes !== null || databaseBytes !== null
	);
	return {
		name,
		days,
		fileBytes: newest?.fileBytes ?? null,
		databaseBytes: newest?.databaseBytes ?? null,
		...changeOf( days ),
		expectedTime,
	};
}

/** Reads from the usage API, which knows installs only, what the local platform answers at once. */
async function readByInstall(
	client: PlatformClient,
	name: string,
	signal: AbortSignal
): Promise< { data: DiskUsage } > {
	const account = await accountIdOf( client, name );
	const path = { account };
	const { data: limits } = await client.GET(
		'/v1/accounts/{account}/limits',
		{ params: { path }, signal }
	);
	const { data: usage } = await client.GET( '/v1/accounts/{account}/usage', {
		params: { path, query: { ...comparedDays(), limit: MAX_INSTALLS } },
		signal,
	} );
	return {
		data: {
			storageLimitBytes: ( limits?.storage ?? 0 ) * BYTES_PER_GB,
			refreshTime: usage?.last_account_storage_refresh_time ?? null,
			expectedTime: usage?.account_storage_refresh_expected_time ?? null,
			environments: [],
			installs: usage?.environment_metrics.map( installOf ) ?? [],
		},
	};
}

export function useDiskUsage( account: string ) {
	const { has } = useHost();
	return useHostQuery( {
		name: 'readDiskUsage',
		topics: [ 'usage', 'environments', 'installs' ],
		key: { account },
		read: ( client, signal ) =>
			has( 'readDiskUsage' )
				? client.GET( '/_local/accounts/{account}/usage', {
						params: { path: { account }, query: comparedDays() },
						signal,
					} )
				: readByInstall( client, account, signal ),
	} );
}

/** Starts a measurement. */
export async function refreshDiskUsage(
	client: PlatformClient,
	account: string,
	isLocal: boolean
): Promise< { data?: unknown } > {
	return isLocal
		? client.POST( '/_local/accounts/{account}/usage/refresh', {
				params: { path: { account } },
			} )
		: client.POST( '/v1/accounts/{account}/usage/refresh_disk_usage', {
				params: {
					path: { account: await accountIdOf( client, account ) },
				},
			} );
}
