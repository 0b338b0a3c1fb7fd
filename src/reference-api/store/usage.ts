import type { Traffic, UsageDay } from '../model/usage.ts';
import { Repository } from './repository.ts';
import { toDate } from './tables.ts';
import type { UsageDayRow, UsageRefreshRow } from './tables.ts';

/** A day of a subject: an environment or a WordPress install. */
export interface SubjectDay extends UsageDay {
	/** UUID of the environment or install. */
	subjectId: string;
}

export interface Measurement {
	subjectId: string;
	fileBytes: number;
	/** Null when this machine does not have the database. */
	databaseBytes: number | null;
}

/** The storage measurement of an account, or of an install alone. */
export interface Refresh {
	/** UUID of the account or install. */
	scopeId: string;
	/** Whether a measurement waits or runs. */
	isOpen: boolean;
	/** When the newest measurement was expected to end; null before the first one. */
	expectedTime: Date | null;
	/** When the last one ended, or null. */
	finishTime: Date | null;
	/** How long the last one took, or null. */
	durationMs: number | null;
}

function toRefresh( row: UsageRefreshRow ): Refresh {
	return {
		scopeId: row.scope_id,
		isOpen: row.is_open === 1,
		expectedTime: toDate( row.expected_time ),
		finishTime: toDate( row.finish_time ),
		durationMs: row.duration_ms,
	};
}

function toDay( row: UsageDayRow ): SubjectDay {
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

/** Daily usage of environments and installs, and the state of their measurements. Days are UTC, `YYYY-MM-DD`. */
export class UsageRepository extends Repository {
	/** Returns the known days of a range, both ends included, subject by subject, oldest first, with gaps. */
	async days(
		subjectIds: readonly string[],
		firstDate: string,
		lastDate: string
	): Promise< SubjectDay[] > {
		const days: SubjectDay[] = [];
		for ( const subjectId of subjectIds ) {
			const rows = await this.db.all< UsageDayRow >(
				`SELECT * FROM usage_days
				WHERE subject_id = :subjectId AND date BETWEEN :firstDate AND :lastDate
				ORDER BY date`,
				{ subjectId, firstDate, lastDate }
			);
			days.push( ...rows.map( toDay ) );
		}
		return days;
	}

	/** Adds to the traffic of a day; its storage stays. */
	async addTraffic(
		date: string,
		subjectId: string,
		traffic: Traffic
	): Promise< void > {
		await this.db.run(
			`INSERT INTO usage_days (
				subject_id, date, visits, requests, origin_requests, edge_bytes, origin_bytes
			) VALUES (
				:subjectId, :date, :visits, :requests, :originRequests, :edgeBytes, :originBytes
			)
			ON CONFLICT (subject_id, date) DO UPDATE SET
				visits = visits + excluded.visits, requests = requests + excluded.requests,
				origin_requests = origin_requests + excluded.origin_requests,
				edge_bytes = edge_bytes + excluded.edge_bytes,
				origin_bytes = origin_bytes + excluded.origin_bytes`,
			{ subjectId, date, ...traffic }
		);
	}

	/** Replaces the storage of a day; its traffic stays. */
	async setStorage(
		date: string,
		measureTime: Date,
		measurement: Measurement
	): Promise< void > {
		await this.db.run(
			`INSERT INTO usage_days (subject_id, date, file_bytes, database_bytes, measure_time)
			VALUES (:subjectId, :date, :fileBytes, :databaseBytes, :measureTime)
			ON CONFLICT (subject_id, date) DO UPDATE SET
				file_bytes = excluded.file_bytes, database_bytes = excluded.database_bytes,
				measure_time = excluded.measure_time`,
			{ date, ...measurement, measureTime: measureTime.getTime() }
		);
	}

	/** Returns the measurement of an account or install, or null if none was requested. */
	async refresh( scopeId: string ): Promise< Refresh | null > {
		const row = await this.db.first< UsageRefreshRow >(
			'SELECT * FROM usage_refreshes WHERE scope_id = :scopeId',
			{ scopeId }
		);
		return row ? toRefresh( row ) : null;
	}

	/** Returns the measurements that wait or run. */
	async openRefreshes(): Promise< Refresh[] > {
		const rows = await this.db.all< UsageRefreshRow >(
			'SELECT * FROM usage_refreshes WHERE is_open = 1 ORDER BY scope_id'
		);
		return rows.map( toRefresh );
	}

	async saveRefresh( refresh: Refresh ): Promise< void > {
		await this.db.run(
			`INSERT INTO usage_refreshes (scope_id, is_open, expected_time, finish_time, duration_ms)
			VALUES (:scopeId, :isOpen, :expectedTime, :finishTime, :durationMs)
			ON CONFLICT (scope_id) DO UPDATE SET
				is_open = excluded.is_open, expected_time = excluded.expected_time,
				finish_time = excluded.finish_time, duration_ms = excluded.duration_ms`,
			{
				...refresh,
				isOpen: refresh.isOpen ? 1 : 0,
				expectedTime: refresh.expectedTime?.getTime() ?? null,
				finishTime: refresh.finishTime?.getTime() ?? null,
			}
		);
	}

	/** Removes all days before this one. */
	async removeBefore( date: string ): Promise< void > {
		await this.db.run( 'DELETE FROM usage_days WHERE date < :date', {
			date,
		} );
	}

	/** Removes the days and the measurement of an environment, install or account. */
	async removeOf( id: string ): Promise< void > {
		await this.db.run( 'DELETE FROM usage_days WHERE subject_id = :id', {
			id,
		} );
		await this.db.run( 'DELETE FROM usage_refreshes WHERE scope_id = :id', {
			id,
		} );
	}
}
