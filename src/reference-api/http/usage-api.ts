/** Requests and responses of the usage API of docs/reference-api.md. Whole numbers of 64 bits are written as text. */
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import type { UsageDay } from '../model/usage.ts';
import type { InstallUsage, UsagePage } from '../usage/reports.ts';
import { COMPONENT_NAME } from './openapi-components.ts';
import { limit, MAX_PARAM_LENGTH } from './request-schemas.ts';
import {
	closedObject,
	describedObject,
	namedObject,
	time,
} from './schema-builders.ts';

const orNull = < Schema extends TSchema >( schema: Schema ) =>
	Type.Union( [ schema, Type.Null() ] );

const INT64 = '^-?[0-9]{1,19}$';

const int64 = Type.String( {
	pattern: INT64,
	examples: [ '4096' ],
} );

const date = ( description: string ) =>
	Type.String( {
		pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
		description,
		examples: [ '2026-11-21' ],
	} );

const uuid = ( component: string, description: string ) =>
	Type.String( {
		minLength: 1,
		maxLength: MAX_PARAM_LENGTH,
		description: `${ description }, a UUID.`,
		[ COMPONENT_NAME ]: component,
	} );

export const AccountIdParams = Type.Object( {
	account: uuid( 'accountId', 'Id of the account' ),
} );

export const InstallIdParams = Type.Object( {
	install: uuid( 'installId', 'Id of the WordPress install' ),
} );

const range = {
	first_date: Type.Optional(
		date( 'First day; together with last_date. At most 13 months ago.' )
	),
	last_date: Type.Optional( date( 'Last day; together with first_date.' ) ),
};

export const DaysQuery = Type.Object( range );

export const UsageQuery = Type.Object( {
	...range,
	limit,
	offset: Type.Optional(
		Type.String( {
			pattern: '^[0-9]{0,9}$',
			description: 'The next_page_token of the previous page.',
			[ COMPONENT_NAME ]: 'pageOffset',
		} )
	),
} );

export const PageQuery = Type.Object( {
	limit,
	offset: Type.Optional(
		Type.Integer( {
			minimum: 0,
			maximum: Number.MAX_SAFE_INTEGER,
			default: 0,
			description: 'Number of items to skip.',
		} )
	),
} );

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

function mapEntries< Key extends string, From, To >(
	items: Record< Key, From >,
	map: ( item: From ) => To
): Record< Key, To > {
	const entries = Object.entries< From >( items );
	return Object.fromEntries(
		entries.map( ( [ key, item ] ) => [ key, map( item ) ] )
	) as Record< Key, To >;
}

/** Repeats a schema for each metric. */
function perMetric< Name extends string, Schema extends TSchema >(
	metrics: Record< Name, unknown >,
	schema: Schema
) {
	return mapEntries( metrics, () => schema );
}

export const DailyUsageMetrics = namedObject(
	'DailyUsageMetrics',
	'One day; null for values that were not measured.',
	{
		date: date( 'The day, in UTC.' ),
		...perMetric( TRAFFIC, orNull( int64 ) ),
		...perMetric( STORAGE, orNull( int64 ) ),
		storage_update_time: orNull( time( 'When the storage was measured.' ) ),
	}
);

const TrafficRollup = namedObject(
	'TrafficRollup',
	'Traffic of all days. It has no `latest`.',
	{ average: int64, sum: int64 }
);

const StorageRollup = namedObject(
	'StorageRollup',
	'The last measurement; null if there was none. It has no `average` and no `sum`.',
	{
		latest: orNull(
			closedObject( { date: date( 'The day.' ), value: int64 } )
		),
	}
);

export const UsageMetricsRollup = namedObject(
	'UsageMetricsRollup',
	'Totals of all days.',
	{
		...perMetric( TRAFFIC, TrafficRollup ),
		...perMetric( STORAGE, StorageRollup ),
	}
);

const expected = orNull(
	time( 'When the current measurement is expected to end, or null.' )
);

export const EnvironmentMetrics = namedObject(
	'EnvironmentMetrics',
	'The figures of one environment.',
	{
		environment_name: Type.String(),
		metrics: Type.Array( DailyUsageMetrics ),
		metrics_rollup: UsageMetricsRollup,
		storage_refresh_expected_time: expected,
	}
);

export const AccountUsageAnswer = namedObject(
	'AccountUsage',
	'Disk usage and traffic of an account.',
	{
		environment_metrics: Type.Array( EnvironmentMetrics ),
		total_size: Type.String( {
			pattern: INT64,
			examples: [ '3' ],
			description: 'Number of environments on all pages.',
		} ),
		next_page_token: orNull(
			Type.String( { description: 'The offset of the next page.' } )
		),
		all_environments_included: Type.Boolean(),
		last_account_storage_refresh_time: orNull(
			time( 'When everything was last measured.' )
		),
		account_storage_refresh_expected_time: expected,
	}
);

const gigabytes = Type.Number( { minimum: 0, description: 'In GB.' } );

export const AccountLimits = namedObject(
	'AccountLimits',
	'The limits of the account, from the platform’s limits.',
	{
		visitors: Type.Number( { minimum: 0, description: 'A month.' } ),
		storage: gigabytes,
		bandwidth: gigabytes,
	}
);

const pageOf = < Schema extends TSchema >( results: Schema ) => ( {
	previous: orNull( Type.String( { description: 'Previous page.' } ) ),
	next: orNull( Type.String( { description: 'Next page.' } ) ),
	count: Type.Integer( { minimum: 0 } ),
	results: Type.Array( results ),
} );

const id = Type.String( { format: 'uuid' } );

export const AccountItem = describedObject( 'An account with its UUID.', {
	id,
	name: Type.String(),
} );

export const AccountPage = describedObject(
	'A page of accounts, with their UUIDs.',
	pageOf( AccountItem )
);

export const InstallItem = describedObject(
	'A WordPress install with its UUID.',
	{ id, name: Type.String(), account: closedObject( { id } ) }
);

export const InstallPage = describedObject(
	'A page of WordPress installs.',
	pageOf( InstallItem )
);

function toInt64( value: number ): string {
	return String( Math.round( value ) );
}

function dayRecord( day: UsageDay ) {
	const metrics = {
		...mapEntries( TRAFFIC, ( count: Count ) => toInt64( count( day ) ) ),
		...mapEntries( STORAGE, ( name: 'fileBytes' | 'databaseBytes' ) => {
			const bytes = day[ name ];
			return bytes === null ? null : toInt64( bytes );
		} ),
	};
	return {
		date: day.date,
		...metrics,
		storage_update_time: day.measureTime,
	};
}

function trafficRollup( days: readonly UsageDay[], count: Count ) {
	const sum = days.reduce( ( total, day ) => total + count( day ), 0 );
	return {
		average: toInt64( sum / Math.max( 1, days.length ) ),
		sum: toInt64( sum ),
	};
}

function storageRollup(
	days: readonly UsageDay[],
	name: 'fileBytes' | 'databaseBytes'
) {
	const latest = days.findLast( ( day ) => day[ name ] !== null );
	return {
		latest: latest
			? { date: latest.date, value: toInt64( latest[ name ] ?? 0 ) }
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
		storage_refresh_expected_time: expectedTime,
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
		total_size: toInt64( page.total ),
		next_page_token:
			page.nextOffset === null ? null : String( page.nextOffset ),
		all_environments_included: true,
		last_account_storage_refresh_time: page.refreshTime,
		account_storage_refresh_expected_time: page.expectedTime,
	};
}
