/** Days in UTC, as `YYYY-MM-DD`. */
import { HostingError } from '../model/hosting.ts';
import { quote } from '../lib/names.ts';
import type { UsageRange } from '../model/usage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;
/** How long days are kept. */
const MAX_MONTHS = 13;

/** Returns the UTC day of a time. */
export function dayOf( time: Date ): string {
	return time.toISOString().slice( 0, 10 );
}

/**
 * Returns the day some days after or before another one.
 *
 * @param days How many; negative for earlier ones.
 */
export function addDays( day: string, days: number ): string {
	return dayOf( new Date( Date.parse( day ) + days * DAY_MS ) );
}

/** Returns the oldest day that a range may include. */
export function oldestDay( now: Date ): string {
	const day = new Date( now );
	day.setUTCDate( 1 );
	day.setUTCMonth( day.getUTCMonth() - MAX_MONTHS );
	const lastOfMonth = new Date( day );
	lastOfMonth.setUTCMonth( day.getUTCMonth() + 1, 0 );
	// 31 July is 13 months after the last day of June, which has no 31st.
	day.setUTCDate( Math.min( now.getUTCDate(), lastOfMonth.getUTCDate() ) );
	return dayOf( day );
}

/** Returns all days of a range, oldest first. */
export function daysIn( { firstDate, lastDate }: UsageRange ): string[] {
	const days: string[] = [];
	for ( let day = firstDate; day <= lastDate; day = addDays( day, 1 ) ) {
		days.push( day );
	}
	return days;
}

function isDay( text: string ): boolean {
	if ( ! /^\d{4}-\d{2}-\d{2}$/.test( text ) ) {
		return false;
	}
	const time = Date.parse( text );
	// 30 February is read as 2 March.
	return ! Number.isNaN( time ) && dayOf( new Date( time ) ) === text;
}

/** The last 30 days, including today. */
export function defaultRange( now: Date ): UsageRange {
	const today = dayOf( now );
	return { firstDate: addDays( today, 1 - DEFAULT_DAYS ), lastDate: today };
}

function checkOrder( { firstDate, lastDate }: UsageRange, now: Date ): void {
	const oldest = oldestDay( now );
	const today = dayOf( now );
	if ( firstDate > lastDate ) {
		throw new HostingError(
			400,
			`first_date ${ firstDate } is after last_date ${ lastDate }: swap them.`,
			{ field: 'first_date' }
		);
	}
	if ( firstDate < oldest ) {
		throw new HostingError(
			400,
			`first_date ${ firstDate } is too long ago: days are kept for ${ MAX_MONTHS } months, the oldest possible is ${ oldest }.`,
			{ field: 'first_date' }
		);
	}
	if ( lastDate > today ) {
		throw new HostingError(
			400,
			`last_date ${ lastDate } is in the future: the latest possible is ${ today } (UTC).`,
			{ field: 'last_date' }
		);
	}
}

/**
 * Reads a range of days from a query.
 *
 * @throws HostingError 400.
 */
export function readRange(
	firstDate: string | undefined,
	lastDate: string | undefined,
	now: Date
): UsageRange {
	if ( firstDate === undefined && lastDate === undefined ) {
		return defaultRange( now );
	}
	if ( firstDate === undefined || lastDate === undefined ) {
		throw new HostingError(
			400,
			'Must provide or omit both first_date and last_date.',
			{ field: firstDate === undefined ? 'first_date' : 'last_date' }
		);
	}
	for ( const [ name, value ] of Object.entries( {
		first_date: firstDate,
		last_date: lastDate,
	} ) ) {
		if ( ! isDay( value ) ) {
			throw new HostingError(
				400,
				`${ name } ${ quote( value ) } is not a date: use YYYY-MM-DD, for example 2026-11-20.`,
				{ field: name }
			);
		}
	}
	const range = { firstDate, lastDate };
	checkOrder( range, now );
	return range;
}
