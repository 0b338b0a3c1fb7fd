import { expect, test } from 'vitest';
import { diskSize } from '../../../src/reference-api/usage/disk-size.ts';
import { BLOG, fakeUsageStore, NOTHING, PRODUCTION_ID } from './fake-usage.ts';

function at( date: string ): Date {
	return new Date( `${ date }T10:00:00Z` );
}

test( 'the size of an environment is its newest measurement, with the database of its install', async () => {
	const { table } = fakeUsageStore();
	const measure = ( date: string, subjectId: string, fileBytes: number ) =>
		table.setStorage( date, at( date ), {
			subjectId,
			fileBytes,
			databaseBytes: subjectId === BLOG.id ? 3 : null,
		} );
	await measure( '2026-11-18', PRODUCTION_ID, 1 );
	await measure( '2026-11-19', PRODUCTION_ID, 2 );
	await measure( '2026-11-19', BLOG.id, 5 );
	await table.addTraffic( '2026-11-20', PRODUCTION_ID, NOTHING );
	const sizeSince = ( firstDate: string, installId = BLOG.id ) =>
		diskSize(
			table,
			{ environmentId: PRODUCTION_ID, installId },
			firstDate
		);
	const measureTime = at( '2026-11-19' );
	expect( await sizeSince( '2026-11-01' ) ).toEqual( {
		bytes: 5,
		measureTime,
	} );
	expect( await sizeSince( '2026-11-01', '' ) ).toEqual( {
		bytes: 2,
		measureTime,
	} );
	expect( await sizeSince( '2026-11-20' ) ).toBeNull();
} );
