import type { Traffic } from '../usage/model.ts';
import type {
	Measurement,
	Refresh,
	SubjectDay,
	UsageTable,
} from '../usage/usage-table.ts';
import { query, Repository } from './query.ts';
import { toDate } from './tables.ts';
import type { Row } from './tables.ts';

interface Range {
	subjectId: string;
	firstDate: string;
	lastDate: string;
}

const OF = query( ( sql, values: Range ) =>
	sql
		.selectFrom( 'usage_days' )
		.selectAll()
		.where( 'subject_id', '=', values.subjectId )
		.where( 'date', '>=', values.firstDate )
		.where( 'date', '<=', values.lastDate )
		.orderBy( 'date' )
);

type TrafficRow = Omit<
	Row< 'usage_days' >,
	'file_bytes' | 'database_bytes' | 'measure_time'
>;

const ADD_TRAFFIC = query( ( sql, row: TrafficRow ) =>
	sql
		.insertInto( 'usage_days' )
		.values( {
			subject_id: row.subject_id,
			date: row.date,
			visits: row.visits,
			requests: row.requests,
			origin_requests: row.origin_requests,
			edge_bytes: row.edge_bytes,
			origin_bytes: row.origin_bytes,
		} )
		.onConflict( ( conflict ) =>
			conflict
				.columns( [ 'subject_id', 'date' ] )
				.doUpdateSet( ( { eb, ref } ) => ( {
					visits: eb(
						'usage_days.visits',
						'+',
						ref( 'excluded.visits' )
					),
					requests: eb(
						'usage_days.requests',
						'+',
						ref( 'excluded.requests' )
					),
					origin_requests: eb(
						'usage_days.origin_requests',
						'+',
						ref( 'excluded.origin_requests' )
					),
					edge_bytes: eb(
						'usage_days.edge_bytes',
						'+',
						ref( 'excluded.edge_bytes' )
					),
					origin_bytes: eb(
						'usage_days.origin_bytes',
						'+',
						ref( 'excluded.origin_bytes' )
					),
				} ) )
		)
);

type StorageRow = Pick<
	Row< 'usage_days' >,
	'subject_id' | 'date' | 'file_bytes' | 'database_bytes' | 'measure_time'
>;

const SET_STORAGE = query( ( sql, row: StorageRow ) =>
	sql
		.insertInto( 'usage_days' )
		.values( {
			subject_id: row.subject_id,
			date: row.date,
			file_bytes: row.file_bytes,
			database_bytes: row.database_bytes,
			measure_time: row.measure_time,
		} )
		.onConflict( ( conflict ) =>
			conflict
				.columns( [ 'subject_id', 'date' ] )
				.doUpdateSet( ( { ref } ) => ( {
					file_bytes: ref( 'excluded.file_bytes' ),
					database_bytes: ref( 'excluded.database_bytes' ),
					measure_time: ref( 'excluded.measure_time' ),
				} ) )
		)
);

const REFRESH = query( ( sql, { id }: { id: string } ) =>
	sql.selectFrom( 'usage_refreshes' ).selectAll().where( 'scope_id', '=', id )
);

const OPEN_REFRESHES = query( ( sql ) =>
	sql
		.selectFrom( 'usage_refreshes' )
		.selectAll()
		.where( 'is_open', '=', 1 )
		.orderBy( 'scope_id' )
);

const SAVE_REFRESH = query( ( sql, row: Row< 'usage_refreshes' > ) =>
	sql
		.insertInto( 'usage_refreshes' )
		.values( {
			scope_id: row.scope_id,
			is_open: row.is_open,
			expected_time: row.expected_time,
			finish_time: row.finish_time,
			duration_ms: row.duration_ms,
		} )
		.onConflict( ( conflict ) =>
			conflict.column( 'scope_id' ).doUpdateSet( ( { ref } ) => ( {
				is_open: ref( 'excluded.is_open' ),
				expected_time: ref( 'excluded.expected_time' ),
				finish_time: ref( 'excluded.finish_time' ),
				duration_ms: ref( 'excluded.duration_ms' ),
			} ) )
		)
);

const REMOVE_BEFORE = query( ( sql, { date }: { date: string } ) =>
	sql.deleteFrom( 'usage_days' ).where( 'date', '<', date )
);

const REMOVE_DAYS = query( ( sql, { id }: { id: string } ) =>
	sql.deleteFrom( 'usage_days' ).where( 'subject_id', '=', id )
);

const REMOVE_REFRESH = query( ( sql, { id }: { id: string } ) =>
	sql.deleteFrom( 'usage_refreshes' ).where( 'scope_id', '=', id )
);

function toRefresh( row: Row< 'usage_refreshes' > ): Refresh {
	return {
		scopeId: row.scope_id,
		isOpen: row.is_open === 1,
		expectedTime: toDate( row.expected_time ),
		finishTime: toDate( row.finish_time ),
		durationMs: row.duration_ms,
	};
}

function toDay( row: Row< 'usage_days' > ): SubjectDay {
	return {
		subjectId: row.subject_id,
		date: row.date,
		fileBytes: row.file_bytes,
		databaseBytes: row.database_bytes,
		measureTime: toDate( row.measure_time ),
		visits: row.visits,
		requests: row.requests,
		originRequests: row.origin_requests,
		edgeBytes: row.edge_bytes,
		originBytes: row.origin_bytes,
	};
}

/** Keeps the daily figures of environments and installs, and when they are measured. */
export class UsageRepository extends Repository implements UsageTable {
	/**
	 * Answers the days of which something is known, subject by subject, oldest first.
	 *
	 * @param subjectIds Ids of environments and installs.
	 */
	async days(
		subjectIds: readonly string[],
		firstDate: string,
		lastDate: string
	): Promise< SubjectDay[] > {
		const days: SubjectDay[] = [];
		for ( const subjectId of subjectIds ) {
			const rows = await this.list( OF, {
				subjectId,
				firstDate,
				lastDate,
			} );
			days.push( ...rows.map( toDay ) );
		}
		return days;
	}

	/**
	 * Adds traffic to a day.
	 *
	 * @param subjectId Id of the environment.
	 * @param traffic   What came since it was added last.
	 */
	async addTraffic(
		date: string,
		subjectId: string,
		traffic: Traffic
	): Promise< void > {
		await this.run( ADD_TRAFFIC, {
			subject_id: subjectId,
			date,
			visits: traffic.visits,
			requests: traffic.requests,
			origin_requests: traffic.originRequests,
			edge_bytes: traffic.edgeBytes,
			origin_bytes: traffic.originBytes,
		} );
	}

	/**
	 * Sets a day's storage.
	 *
	 * @param measureTime When it was measured.
	 */
	async setStorage(
		date: string,
		measureTime: Date,
		{ subjectId, fileBytes, databaseBytes }: Measurement
	): Promise< void > {
		await this.run( SET_STORAGE, {
			subject_id: subjectId,
			date,
			file_bytes: fileBytes,
			database_bytes: databaseBytes,
			measure_time: measureTime.getTime(),
		} );
	}

	/**
	 * Answers how the measurement of a scope stands, or null when it was never asked for.
	 *
	 * @param scopeId Id of an account or install.
	 */
	async refresh( scopeId: string ): Promise< Refresh | null > {
		const row = await this.first( REFRESH, { id: scopeId } );
		return row ? toRefresh( row ) : null;
	}

	/** Answers the measurements that wait or run. */
	async openRefreshes(): Promise< Refresh[] > {
		return ( await this.list( OPEN_REFRESHES, {} ) ).map( toRefresh );
	}

	/** Remembers how the measurement of a scope stands. */
	async saveRefresh( refresh: Refresh ): Promise< void > {
		await this.run( SAVE_REFRESH, {
			scope_id: refresh.scopeId,
			is_open: refresh.isOpen ? 1 : 0,
			expected_time: refresh.expectedTime?.getTime() ?? null,
			finish_time: refresh.finishTime?.getTime() ?? null,
			duration_ms: refresh.durationMs,
		} );
	}

	/**
	 * Forgets old days.
	 *
	 * @param date `YYYY-MM-DD`, the first that stays.
	 */
	async removeBefore( date: string ): Promise< void > {
		await this.run( REMOVE_BEFORE, { date } );
	}

	/** Forgets all that is known of a subject or scope. */
	async removeOf( id: string ): Promise< void > {
		await this.run( REMOVE_DAYS, { id } );
		await this.run( REMOVE_REFRESH, { id } );
	}
}
