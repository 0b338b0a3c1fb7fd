import type { DateFormats } from '../../shared/boot.ts';
import '../boot.ts';

/** ISO 8601 if the page has no formats. */
const ISO: DateFormats = {
	date: 'Y-m-d',
	time: 'H:i',
	exactTime: 'H:i:s',
	names: {},
};

/** A moment in one time zone. */
interface Shown {
	year: number;
	month: number;
	day: number;
	/** 0 for Sunday. */
	weekday: number;
	hour: number;
	minute: number;
	second: number;
}

const PARTS: Intl.DateTimeFormatOptions = {
	year: 'numeric',
	month: 'numeric',
	day: 'numeric',
	hour: 'numeric',
	minute: 'numeric',
	second: 'numeric',
	hourCycle: 'h23',
};

function clockOf( timeZone: string ): Intl.DateTimeFormat {
	try {
		return new Intl.DateTimeFormat( 'en-US', {
			...PARTS,
			timeZone: timeZone || undefined,
		} );
	} catch {
		// An old browser may not support a zone such as “+05:30”.
		return new Intl.DateTimeFormat( 'en-US', PARTS );
	}
}

function shownAt( atMs: number, timeZone: string ): Shown {
	const parts = Object.fromEntries(
		clockOf( timeZone )
			.formatToParts( atMs )
			.map( ( { type, value } ) => [ type, Number( value ) ] )
	);
	const { year = 0, month = 0, day = 0 } = parts;
	const { hour = 0, minute = 0, second = 0 } = parts;
	const weekday = new Date( Date.UTC( year, month - 1, day ) ).getUTCDay();
	return { year, month, day, weekday, hour, minute, second };
}

function twoDigits( count: number ): string {
	return String( count ).padStart( 2, '0' );
}

/** The suffix of an English ordinal number, as `S` in PHP. */
function ordinal( day: number ): string {
	const isTeen = day > 10 && day < 14;
	return ( isTeen ? '' : [ '', 'st', 'nd', 'rd' ][ day % 10 ] ) || 'th';
}

/** Returns the text for one format character; a character without a meaning is returned unchanged. */
function formatCharacter(
	character: string,
	shown: Shown,
	names: DateFormats[ 'names' ]
): string {
	const { year, month, day, weekday, hour, minute, second } = shown;
	const formatted: Record< string, string | number | undefined > = {
		d: twoDigits( day ),
		j: day,
		S: ordinal( day ),
		l: names.l?.[ weekday ] ?? '',
		D: names.D?.[ weekday ] ?? '',
		F: names.F?.[ month - 1 ] ?? '',
		M: names.M?.[ month - 1 ] ?? '',
		m: twoDigits( month ),
		n: month,
		Y: year,
		y: twoDigits( year % 100 ),
		a: names.a?.[ hour < 12 ? 0 : 1 ] ?? '',
		A: names.A?.[ hour < 12 ? 0 : 1 ] ?? '',
		g: hour % 12 || 12,
		h: twoDigits( hour % 12 || 12 ),
		G: hour,
		H: twoDigits( hour ),
		i: twoDigits( minute ),
		s: twoDigits( second ),
	};
	return String( formatted[ character ] ?? character );
}

/** Formats a moment in the site's own format, as `Site_Time` does in PHP. */
export function siteDate(
	format: 'date' | 'time' | 'exactTime',
	atMs: number,
	timeZone: string
): string {
	const formats = window.headlessDeploy?.dates ?? ISO;
	const shown = shownAt( atMs, timeZone );
	return formats[ format ].replace( /\\(.)|[a-zA-Z]/gsu, ( part, literal ) =>
		part.startsWith( '\\' )
			? String( literal )
			: formatCharacter( part, shown, formats.names )
	);
}

/** The number of a day in a time zone, so that days can be compared. */
export function dayNumber( atMs: number, timeZone: string ): number {
	const { year, month, day } = shownAt( atMs, timeZone );
	return Date.UTC( year, month - 1, day ) / 86_400_000;
}
