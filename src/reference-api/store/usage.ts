import type { Traffic } from '../model/usage.ts';
import type {
	Measurement,
	Refresh,
	SubjectDay,
	UsageTable,
} from './usage-table.ts';
import { Repository, statement } from './repository.ts';
import { toDate } from './tables.ts';
import type { Row } from './tables.ts';

interface Range {
	subjectId: string;
	firstDate: string;
	lastDate: string;
}

const OF = statement< Range, Row< 'usage_days' > >( `
	SELECT * FROM usage_days
	WHERE subject_id = :subjectId AND date BETWEEN :firstDate AND :lastDate
	ORDER BY date
` );

type TrafficRow = Omit<
	Row< 'usage_days' >,
	'file_bytes' | 'database_bytes' | 'measure_time'
>;

const ADD_TRAFFIC = statement< TrafficRow >( `
	INSERT INTO usage_days (
		subject_id, date, visits, requests, origin_requests, edge_bytes, origin_bytes
	) VALUES (
		:subject_id, :date, :visits, :requests, :origin_requests, :edge_bytes, :origin_bytes
	)
	ON CONFLICT (subject_id, date) DO UPDATE SET
		visits = visits + excluded.visits, requests = requests + excluded.requests,
		origin_requests = origin_requests + excluded.origin_requests,
		edge_bytes = edge_bytes + excluded.edge_bytes,
		origin_bytes = origin_bytes + excluded.origin_bytes
` );

type StorageRow = Pick<
	Row< 'usage_days' >,
	'subject_id' | 'date' | 'file_bytes' | 'database_bytes' | 'measure_time'
>;

const SET_STORAGE = statement< StorageRow >( `
	INSERT INTO usage_days (
		subject_id, date, file_bytes, database_bytes, measure_time
	) VALUES (
		:subject_id, :date, :file_bytes, :database_bytes, :measure_time
	)
	ON CONFLICT (subject_id, date) DO UPDATE SET
		file_bytes = excluded.file_bytes, database_bytes = excluded.database_bytes,
		measure_time = excluded.measure_time
` );

const REFRESH = statement< { id: string }, Row< 'usage_refreshes' > >(
	'SELECT * FROM usage_refreshes WHERE scope_id = :id'
);

const OPEN_REFRESHES = statement< object, Row< 'usage_refreshes' > >(
	'SELECT * FROM usage_refreshes WHERE is_open = 1 ORDER BY scope_id'
);

const SAVE_REFRESH = statement< Row< 'usage_refreshes' > >( `
	INSERT INTO usage_refreshes (
		scope_id, is_open, expected_time, finish_time, duration_ms
	) VALUES (
		:scope_id, :is_open, :expected_time, :finish_time, :duration_ms
	)
	ON CONFLICT (scope_id) DO UPDATE SET
		is_open = excluded.is_open, expected_time = excluded.expected_time,
		finish_time = excluded.finish_time, duration_ms = excluded.duration_ms
` );

const REMOVE_BEFORE = statement< { date: string } >(
	'DELETE FROM usage_days WHERE date < :date'
);

const REMOVE_DAYS = statement< { id: string } >(
	'DELETE FROM usage_days WHERE subject_id = :id'
);

const REMOVE_REFRESH = statement< { id: string } >(
	'DELETE FROM usage_refreshes WHERE scope_id = :id'
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

/** Daily usage of environments and installs, and the state of their measurements. */
export class UsageRepository extends Repository implements UsageTable {
	/** Returns the days of which something is known, subject by subject, oldest first. */
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

	/** Sets a day's storage. */
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
	 * Returns the state of a scope's measurement, or null if none was requested.
	 *
	 * @param scopeId Id of an account or install.
	 */
	async refresh( scopeId: string ): Promise< Refresh | null > {
		const row = await this.first( REFRESH, { id: scopeId } );
		return row ? toRefresh( row ) : null;
	}

	/** Returns the measurements that wait or run. */
	async openRefreshes(): Promise< Refresh[] > {
		return ( await this.list( OPEN_REFRESHES, {} ) ).map( toRefresh );
	}

	/** Saves the state of a scope's measurement. */
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
	 * Removes old days.
	 *
	 * @param date `YYYY-MM-DD`, the first that stays.
	 */
	async removeBefore( date: string ): Promise< void > {
		await this.run( REMOVE_BEFORE, { date } );
	}

	/** Removes all that is known of a subject or scope. */
	async removeOf( id: string ): Promise< void > {
		await this.run( REMOVE_DAYS, { id } );
		await this.run( REMOVE_REFRESH, { id } );
	}
}
