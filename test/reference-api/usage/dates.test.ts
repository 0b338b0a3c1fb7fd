import { expect, test } from 'vitest';
import {
	addDays,
	dayOf,
	daysIn,
	defaultRange,
	oldestDay,
	readRange,
} from '../../../src/reference-api/usage/dates.ts';

const NOW = new Date( '2026-11-21T23:59:59.999Z' );

const refusal = ( expected: string ) =>
	expect.objectContaining( {
		status: 400,
		message: expect.stringContaining( expected ),
	} );

test( 'a day is that of UTC', () => {
	expect( dayOf( new Date( '2026-11-22T00:30:00+02:00' ) ) ).toBe(
		'2026-11-21'
	);
} );

test( 'days go over months, years and leap days', () => {
	expect( addDays( '2026-12-31', 1 ) ).toBe( '2027-01-01' );
	expect( addDays( '2028-03-01', -1 ) ).toBe( '2028-02-29' );
	expect(
		daysIn( { firstDate: '2026-10-30', lastDate: '2026-11-02' } )
	).toEqual( [ '2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02' ] );
} );

test( 'the range without dates is the last 30 days', () => {
	const range = readRange( undefined, undefined, NOW );
	expect( range ).toEqual( {
		firstDate: '2026-10-23',
		lastDate: '2026-11-21',
	} );
	expect( daysIn( range ) ).toHaveLength( 30 );
	expect( range ).toEqual( defaultRange( NOW ) );
} );

test.each( [
	[ '2026-11-21T12:00:00Z', '2025-10-21' ],
	[ '2026-07-31T12:00:00Z', '2025-06-30' ],
	[ '2028-03-31T12:00:00Z', '2027-02-28' ],
	[ '2025-03-31T12:00:00Z', '2024-02-29' ],
	[ '2026-01-01T00:00:00Z', '2024-12-01' ],
] )( '13 months before %s is %s', ( now, oldest ) => {
	expect( oldestDay( new Date( now ) ) ).toBe( oldest );
} );

test.each( [
	[ '2026-11-21', '2026-11-21' ],
	[ '2025-10-21', '2026-11-21' ],
	[ '2025-10-21', '2025-10-21' ],
] )( 'a range of dates may be %s to %s', ( firstDate, lastDate ) => {
	expect( readRange( firstDate, lastDate, NOW ) ).toEqual( {
		firstDate,
		lastDate,
	} );
} );

test.each( [
	[ '2026-11-01', undefined ],
	[ undefined, '2026-11-01' ],
] )( 'a range needs both dates or neither: %s, %s', ( firstDate, lastDate ) => {
	expect( () => readRange( firstDate, lastDate, NOW ) ).toThrow(
		expect.objectContaining( {
			status: 400,
			message: 'Must provide or omit both first_date and last_date.',
		} )
	);
} );

test.each( [
	[ '2026-02-30', '2026-11-01', 'first_date "2026-02-30" is not a date' ],
	[ '2026-11-01', '2026-13-01', 'last_date "2026-13-01" is not a date' ],
	[ '2026-11-1', '2026-11-02', 'YYYY-MM-DD' ],
	[ '', '2026-11-02', 'is not a date' ],
	[ '20261101', '20261102', 'is not a date' ],
	[ '2026-11-01T00:00', '2026-11-02', 'is not a date' ],
	[ '2026-11-02', '2026-11-01', 'is after last_date' ],
	[ '2025-10-20', '2026-11-01', 'the oldest possible is 2025-10-21' ],
	[ '2026-11-01', '2026-11-22', 'is in the future' ],
	[ '2026-11-01', '9999-12-31', 'is in the future' ],
] )(
	'a range is refused from “%s” to “%s”',
	( firstDate, lastDate, expected ) => {
		expect( () => readRange( firstDate, lastDate, NOW ) ).toThrow(
			refusal( expected )
		);
	}
);
