import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { siteDate } from '../../../src/live/labels/site-date.ts';
import type { BootData, DateFormats } from '../../../src/shared/boot.ts';

interface Golden {
	formats: {
		dates: DateFormats;
		written: [ string, string, string ][];
	}[];
}

const { formats } = JSON.parse(
	readFileSync(
		join( import.meta.dirname, '../../contract/site-dates.json' ),
		'utf8'
	)
) as Golden;

test.each( formats )(
	'formats $dates.date and $dates.time as PHP does',
	( { dates, written } ) => {
		window.headlessDeploy = { dates } as BootData;
		for ( const [ at, date, time ] of written ) {
			const atMs = Date.parse( at );
			expect( [
				at,
				siteDate( 'date', atMs, 'Europe/Berlin' ),
				siteDate( 'exactTime', atMs, 'Europe/Berlin' ),
			] ).toEqual( [ at, date, time ] );
		}
	}
);

test( 'formats as ISO 8601 if the page has no date format of the site', () => {
	delete window.headlessDeploy;
	const atMs = Date.parse( '2026-11-21T23:05:09.000Z' );
	expect( siteDate( 'date', atMs, 'Asia/Tokyo' ) ).toBe( '2026-11-22' );
	expect( siteDate( 'time', atMs, 'Mars/Olympus' ) ).toMatch( /^\d\d:05$/ );
} );
