/** The three forms of an HTTP date (RFC 9110, section 5.6.7). `Date.parse()` accepts many more, with other meanings. */

const MONTHS = [
	...[ 'jan', 'feb', 'mar', 'apr', 'may', 'jun' ],
	...[ 'jul', 'aug', 'sep', 'oct', 'nov', 'dec' ],
];
const SHORT_DAY = '(?:mon|tue|wed|thu|fri|sat|sun)';
const LONG_DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const MONTH = `(?<month>${ MONTHS.join( '|' ) })`;
const TIME = String.raw`(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)`;
/** Case is ignored, as in most caches. */
const FORMS = [
	String.raw`${ SHORT_DAY }, (?<day>\d\d) ${ MONTH } (?<year>\d{4}) ${ TIME } gmt`,
	String.raw`${ LONG_DAY }, (?<day>\d\d)-${ MONTH }-(?<year>\d\d) ${ TIME } gmt`,
	String.raw`${ SHORT_DAY } ${ MONTH } (?<day>\d\d| \d) ${ TIME } (?<year>\d{4})`,
].map( ( form ) => new RegExp( `^${ form }$`, 'i' ) );
const CENTURY = 100;
const MAX_YEARS_AHEAD = 50;

/** A two-digit year that is more than 50 years ahead means the last such year. */
function fullYear( year: string, month: number, rest: number[], now: number ) {
	if ( year.length === 4 ) {
		return Number( year );
	}
	const current = new Date( now ).getUTCFullYear();
	const full = Math.floor( current / CENTURY ) * CENTURY + Number( year );
	const limit = new Date( now );
	limit.setUTCFullYear( current + MAX_YEARS_AHEAD );
	const [ day = 1, hour, minute, second ] = rest;
	return Date.UTC( full, month, day, hour, minute, second ) > limit.getTime()
		? full - CENTURY
		: full;
}

/**
 * @param now Unix time in milliseconds, for years with two digits.
 * @return Unix time in milliseconds, or null for anything but a valid date.
 */
export function parseHttpDate(
	text: string | undefined,
	now = Date.now()
): number | null {
	const groups = FORMS.map(
		( form ) => form.exec( text ?? '' )?.groups
	).find( ( found ) => found !== undefined );
	if ( ! groups ) {
		return null;
	}
	const { year = '', day, hour, minute, second } = groups;
	const month = MONTHS.indexOf( groups.month?.toLowerCase() ?? '' );
	const rest = [ day, hour, minute, second ].map( Number );
	const [ dayNumber = 0, ...time ] = rest;
	const fullYearNumber = fullYear( year, month, rest, now );
	// `Date.UTC()` takes years below 100 for years of the 20th century.
	const date = new Date( 0 );
	date.setUTCFullYear( fullYearNumber, month, dayNumber );
	if ( date.getUTCDate() !== dayNumber ) {
		return null;
	}
	const [ hours = 0, minutes = 0, seconds = 0 ] = time;
	return date.setUTCHours( hours, minutes, seconds );
}
