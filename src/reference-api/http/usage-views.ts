/** The wire shapes of the usage API of docs/reference-api.md. Whole numbers of 64 bits are written as text. */
import type { UsageDay } from '../model/usage.ts';
import type { InstallUsage, UsagePage } from '../usage/reports.ts';

type Count = ( day: UsageDay ) => number;

/** Bytes that the edge sent to visitors are the network's "cdn", bytes that the application sent to the edge "origin". */
const TRAFFIC = {
	visit_count: ( { visits } ) => visits,
	billable_visits: ( { visits } ) => visits,
	network_origin_bytes: ( { originBytes } ) => originBytes,
	network_cdn_bytes: ( { edgeBytes } ) => edgeBytes,
	network_total_bytes: ( { edgeBytes, originBytes } ) =>
		edgeBytes + originBytes,
	request_origin_count: ( { originRequests } ) => originRequests,
} satisfies Record< string, Count >;

const STORAGE = {
	storage_file_bytes: 'fileBytes',
	storage_database_bytes: 'databaseBytes',
} as const;

type PerMetric< Value > = Record<
	keyof typeof TRAFFIC | keyof typeof STORAGE,
	Value
>;

function int64( value: number ): string {
	return String( Math.round( value ) );
}

function mapEntries< Key extends string, From, To >(
	items: Record< Key, From >,
	map: ( item: From ) => To
): Record< Key, To > {
	const entries = Object.entries< From >( items );
	return Object.fromEntries(
		entries.map( ( [ key, item ] ) => [ key, map( item ) ] )
	) as Record< Key, To >;
}

function dayRecord( day: UsageDay ) {
	const metrics: PerMetric< string | null > = {
		...mapEntries( TRAFFIC, ( count: Count ) => int64( count( day ) ) ),
		...mapEntries( STORAGE, ( name: 'fileBytes' | 'databaseBytes' ) => {
			const bytes = day[ name ];
			return bytes === null ? null : int64( bytes );
		} ),
	};
	return {
		date: day.date,
		...metrics,
		storage_update_time: day.measureTime?.toISOString() ?? null,
	};
}

function trafficRollup( days: readonly UsageDay[], count: Count ) {
	const sum = days.reduce( ( total, day ) => total + count( day ), 0 );
	return {
		average: int64( sum / Math.max( 1, days.length ) ),
		sum: int64( sum ),
	};
}

function storageRollup(
	days: readonly UsageDay[],
	name: 'fileBytes' | 'databaseBytes'
) {
	const latest = days.findLast( ( day ) => day[ name ] !== null );
	return {
		latest: latest
			? { date: latest.date, value: int64( latest[ name ] ?? 0 ) }
			: null,
	};
}

function usageFields( { days, expectedTime }: InstallUsage ) {
	const rollup = {
		...mapEntries( TRAFFIC, ( count: Count ) =>
			trafficRollup( days, count )
		),
		...mapEntries( STORAGE, ( name: 'fileBytes' | 'databaseBytes' ) =>
			storageRollup( days, name )
		),
	};
	return {
		metrics: days.map( dayRecord ).reverse(),
		metrics_rollup: rollup,
		storage_refresh_expected_time: expectedTime?.toISOString() ?? null,
	};
}

/** Returns the usage of one install; the newest day first. */
export function installRecord( usage: InstallUsage ) {
	return { install_name: usage.name, ...usageFields( usage ) };
}

/** Returns a page of the usage of an account: an entry for each WordPress install; the newest day first. */
export function accountRecord( page: UsagePage ) {
	return {
		environment_metrics: page.installs.map( ( usage ) => ( {
			environment_name: usage.name,
			...usageFields( usage ),
		} ) ),
		total_size: int64( page.total ),
		next_page_token:
			page.nextOffset === null ? null : String( page.nextOffset ),
		all_environments_included: true,
		last_account_storage_refresh_time:
			page.refreshTime?.toISOString() ?? null,
		account_storage_refresh_expected_time:
			page.expectedTime?.toISOString() ?? null,
	};
}
