import { expect, test } from 'vitest';
import { diskSize } from '../../../src/reference-api/usage/disk-size.ts';
import type { UsageDay } from '../../../src/reference-api/model/usage.ts';

function at( clock: string ): Date {
	return new Date( `2026-11-20T${ clock }Z` );
}

function aUsageDay( fields: Partial< UsageDay > ): UsageDay {
	return {
		date: '2026-11-20',
		fileBytes: 0,
		databaseBytes: null,
		measureTime: null,
		visits: 0,
		requests: 0,
		originRequests: 0,
		edgeBytes: 0,
		originBytes: 0,
		...fields,
	};
}

test( 'the size of an environment is its newest measurement', () => {
	const usage = {
		accountName: 'acme',
		accountId: 'acme-id',
		refreshTime: null,
		expectedTime: null,
		storageLimitBytes: 0,
		environments: [
			{
				environmentId: 'one',
				appId: 'shop',
				displayName: 'Production',
				wpEnvironment: 'blog',
				expectedTime: null,
				days: [
					aUsageDay( {
						date: '2026-11-18',
						fileBytes: 1,
						measureTime: at( '10:00:00' ),
					} ),
					aUsageDay( {
						date: '2026-11-19',
						fileBytes: 2,
						databaseBytes: 3,
						measureTime: at( '11:00:00' ),
					} ),
					aUsageDay( {
						date: '2026-11-20',
						fileBytes: null,
						measureTime: null,
					} ),
				],
			},
		],
	};
	expect( diskSize( usage, 'one' ) ).toEqual( {
		bytes: 5,
		measureTime: at( '11:00:00' ),
	} );
	expect( diskSize( usage, 'two' ) ).toBeNull();
} );
