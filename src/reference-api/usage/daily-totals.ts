import { daysIn } from './dates.ts';
import { addTraffic, NO_TRAFFIC } from '../model/usage.ts';
import type { UsageDay, UsageRange } from '../model/usage.ts';
import type { SubjectDay } from '../store/usage.ts';

function emptyDay( date: string ): UsageDay {
	return {
		date,
		fileBytes: null,
		databaseBytes: null,
		measureTime: null,
		...NO_TRAFFIC,
	};
}

/** Adds known values; the sum of two unknown values is unknown and not 0. */
function addKnown( one: number | null, other: number | null ): number | null {
	return one === null ? other : one + ( other ?? 0 );
}

function laterDate( one: Date | null, other: Date | null ): Date | null {
	return one === null || ( other !== null && other > one ) ? other : one;
}

function add( sum: UsageDay, day: UsageDay ): UsageDay {
	return {
		date: sum.date,
		fileBytes: addKnown( sum.fileBytes, day.fileBytes ),
		databaseBytes: addKnown( sum.databaseBytes, day.databaseBytes ),
		measureTime: laterDate( sum.measureTime, day.measureTime ),
		...addTraffic( sum, day ),
	};
}

/**
 * Sums subjects day by day.
 *
 * @return A day each, oldest first, without gaps.
 */
export function sumDays(
	rows: readonly SubjectDay[],
	subjectIds: readonly string[],
	range: UsageRange
): UsageDay[] {
	const wanted = new Set( subjectIds );
	const byDate = new Map(
		daysIn( range ).map( ( date ) => [ date, emptyDay( date ) ] )
	);
	for ( const row of rows ) {
		const sum = byDate.get( row.date );
		if ( sum && wanted.has( row.subjectId ) ) {
			byDate.set( row.date, add( sum, row ) );
		}
	}
	return [ ...byDate.values() ];
}
