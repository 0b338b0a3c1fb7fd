import type { Traffic, UsageDay } from '../model/usage.ts';
import { Repository } from './repository.ts';
import { toDate } from './row.ts';
import type { Row } from './row.ts';

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

/** The storage measurement of an account or of a single install. */
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

function toRefresh( row: Row< Refresh > ): Refresh {
	return {
		...row,
		isOpen: row.isOpen === 1,
		expectedTime: toDate( row.expectedTime ),
		finishTime: toDate( row.finishTime ),
	};
}

function toDay( row: Row< SubjectDay > ): SubjectDay {
	return { ...row, measureTime: toDate( row.measureTime ) };
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
			const rows = await this.slices< Row< SubjectDay > >(
				( last, limit ) =>
					this.db.all(
						`SELECT * FROM usage_days
						WHERE subjectId = :subjectId AND date >= :firstDate
							AND date > :after AND date <= :lastDate
						ORDER BY date LIMIT :limit`,
						{
							subjectId,
							firstDate,
							lastDate,
							after: last?.date ?? '',
							limit,
						}
					)
			);
			days.push( ...rows.map( toDay ) );
		}
		return days;
	}

	/** Returns the newest day since another one on which the storage of a subject was measured, or null. */
	async newestMeasured(
		subjectId: string,
		firstDate: string
	): Promise< SubjectDay | null > {
		const row = await this.db.first< Row< SubjectDay > >(
			`SELECT * FROM usage_days
			WHERE subjectId = :subjectId AND date >= :firstDate AND measureTime IS NOT NULL
			ORDER BY date DESC LIMIT 1`,
			{ subjectId, firstDate }
		);
		return row ? toDay( row ) : null;
	}

	async day( subjectId: string, date: string ): Promise< SubjectDay | null > {
		const row = await this.db.first< Row< SubjectDay > >(
			'SELECT * FROM usage_days WHERE subjectId = :subjectId AND date = :date',
			{ subjectId, date }
		);
		return row ? toDay( row ) : null;
	}

	/** Adds to the traffic of a day; its storage stays. */
	async addTraffic(
		date: string,
		subjectId: string,
		traffic: Traffic
	): Promise< void > {
		await this.db.run(
			`INSERT INTO usage_days (
				subjectId, date, visits, requests, originRequests, edgeBytes, originBytes
			) VALUES (
				:subjectId, :date, :visits, :requests, :originRequests, :edgeBytes, :originBytes
			)
			ON CONFLICT (subjectId, date) DO UPDATE SET
				visits = visits + excluded.visits, requests = requests + excluded.requests,
				originRequests = originRequests + excluded.originRequests,
				edgeBytes = edgeBytes + excluded.edgeBytes,
				originBytes = originBytes + excluded.originBytes`,
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
			`INSERT INTO usage_days (subjectId, date, fileBytes, databaseBytes, measureTime)
			VALUES (:subjectId, :date, :fileBytes, :databaseBytes, :measureTime)
			ON CONFLICT (subjectId, date) DO UPDATE SET
				fileBytes = excluded.fileBytes, databaseBytes = excluded.databaseBytes,
				measureTime = excluded.measureTime`,
			{ date, ...measurement, measureTime: measureTime.getTime() }
		);
	}

	/** Returns the measurement of an account or install, or null if none was requested. */
	async refresh( scopeId: string ): Promise< Refresh | null > {
		const row = await this.db.first< Row< Refresh > >(
			'SELECT * FROM usage_refreshes WHERE scopeId = :scopeId',
			{ scopeId }
		);
		return row ? toRefresh( row ) : null;
	}

	/** Returns the measurements that wait or run. */
	async openRefreshes(): Promise< Refresh[] > {
		const rows = await this.db.all< Row< Refresh > >(
			'SELECT * FROM usage_refreshes WHERE isOpen = 1 ORDER BY scopeId'
		);
		return rows.map( toRefresh );
	}

	async saveRefresh( refresh: Refresh ): Promise< void > {
		await this.db.run(
			`INSERT INTO usage_refreshes (scopeId, isOpen, expectedTime, finishTime, durationMs)
			VALUES (:scopeId, :isOpen, :expectedTime, :finishTime, :durationMs)
			ON CONFLICT (scopeId) DO UPDATE SET
				isOpen = excluded.isOpen, expectedTime = excluded.expectedTime,
				finishTime = excluded.finishTime, durationMs = excluded.durationMs`,
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
		await this.db.run( 'DELETE FROM usage_days WHERE subjectId = :id', {
			id,
		} );
		await this.db.run( 'DELETE FROM usage_refreshes WHERE scopeId = :id', {
			id,
		} );
	}
}
