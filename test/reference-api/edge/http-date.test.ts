import { expect, test } from 'vitest';
import { parseHttpDate } from '../../../src/reference-api/edge/http-date.ts';

const NOW = Date.UTC( 2026, 0, 1, 12 );

function parse( text: string ): string | null {
	const time = parseHttpDate( text, NOW );
	return time === null ? null : new Date( time ).toISOString();
}

test.each( [
	[ 'Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z' ],
	[ 'Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z' ],
	[ 'Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z' ],
	[ 'Wed Nov 16 08:49:37 1994', '1994-11-16T08:49:37.000Z' ],
	[ 'THU, 18 AUG 2050 02:01:18 gmt', '2050-08-18T02:01:18.000Z' ],
	[ 'Thu, 29 Feb 2024 00:00:00 GMT', '2024-02-29T00:00:00.000Z' ],
	[ 'Sat, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00.000Z' ],
	[ 'Sat, 01 Jan 0050 00:00:00 GMT', '0050-01-01T00:00:00.000Z' ],
	[ 'Fri, 31 Dec 9999 23:59:59 GMT', '9999-12-31T23:59:59.000Z' ],
] )( '“%s” is %s', ( text, expected ) => {
	expect( parse( text ) ).toBe( expected );
} );

test.each( [
	[ 'Thursday, 18-Aug-50 02:01:18 GMT', '2050-08-18T02:01:18.000Z' ],
	[ 'Wednesday, 01-Jan-76 12:00:00 GMT', '2076-01-01T12:00:00.000Z' ],
	[ 'Wednesday, 01-Jan-76 12:00:01 GMT', '1976-01-01T12:00:01.000Z' ],
	[ 'Friday, 31-Dec-99 23:59:59 GMT', '1999-12-31T23:59:59.000Z' ],
] )(
	'a two-digit year is at most 50 years ahead: “%s” is %s',
	( text, expected ) => {
		expect( parse( text ) ).toBe( expected );
	}
);

test.each( [
	'',
	'0',
	'-1',
	'2050',
	'2050-08-18T02:01:18Z',
	'Thu, 18 Aug 2050 02:01:18 UTC',
	'Thu, 18 Aug 2050 02:01:18 CET',
	'Thu, 18 Aug 2050 02:01:18',
	'Thu, 18 Aug 2050 02:01:18 GMT+1',
	'Thu 18 Aug 2050 02:01:18 GMT',
	'Thu,  18 Aug  2050 02:01:18 GMT',
	'Thu, 18-Aug-2050 02:01:18 GMT',
	'Thu, 18 Aug 50 02:01:18 GMT',
	'Thu, 18 Aug 2050 2:01:18 GMT',
	'Thu, 18 Aug 2050 02.01.18 GMT',
	'Thu, 8 Aug 2050 02:01:18 GMT',
	'Thu, 18 Aug 2050 24:00:00 GMT',
	'Thu, 31 Feb 2050 02:01:18 GMT',
	'Thu, 00 Aug 2050 02:01:18 GMT',
	'18 Aug 2050 02:01:18 GMT',
	'Thursday, 18 Aug 2050 02:01:18 GMT',
	'Thu, 18-Aug-50 02:01:18 GMT',
	'Thu Aug 8 02:01:18 2050',
	'Thu, 18 Aug 2050 02:01:18 GMT, Thu, 18 Aug 2050 02:01:18 GMT',
] )( '“%s” is not an HTTP date', ( text ) => {
	expect( parse( text ) ).toBeNull();
} );
