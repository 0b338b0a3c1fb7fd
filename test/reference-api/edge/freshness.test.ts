import { describe, expect, test } from 'vitest';
import { judgeCacheability } from '../../../src/reference-api/edge/freshness.ts';
import type { StoragePolicy } from '../../../src/reference-api/edge/freshness.ts';

const NOW = Date.UTC( 2026, 0, 1, 12 );

function date( seconds: number ): string {
	return new Date( NOW + seconds * 1000 ).toUTCString();
}

function verdict(
	headers: Record< string, string >,
	hasAuthorization = false,
	status = 200
) {
	return judgeCacheability(
		{ status, headers, requestTime: NOW, responseTime: NOW },
		hasAuthorization
	);
}

function policyOf(
	headers: Record< string, string >,
	hasAuthorization = false
): StoragePolicy {
	const found = verdict( headers, hasAuthorization );
	if ( ! found.isCacheable ) {
		throw new Error( found.reason );
	}
	return found.policy;
}

function reason(
	headers: Record< string, string >,
	hasAuthorization = false,
	status = 200
): string {
	const found = verdict( headers, hasAuthorization, status );
	return found.isCacheable ? '' : found.reason;
}

describe( 'freshness', () => {
	test.each( [
		[ 'max-age=60', 60 ],
		[ 'max-age=60, s-maxage=20', 20 ],
		[ 's-maxage="30"', 30 ],
		[ 'Max-Age=40', 40 ],
		[ 'max-age=50, max-age=70', 50 ],
		[ 'max-age = 25', 25 ],
		[ 'community="s-maxage=9", max-age=35', 35 ],
		[ 'max-age=99999999999999', 2 ** 31 ],
	] )( 'of “%s” is %i s', ( control, seconds ) => {
		expect( policyOf( { 'cache-control': control } ).freshSeconds ).toBe(
			seconds
		);
	} );

	test( 'comes from Expires, counted from Date', () => {
		expect(
			policyOf( { expires: date( 90 ), date: date( -10 ) } ).freshSeconds
		).toBe( 100 );
		expect( policyOf( { expires: date( 90 ) } ).freshSeconds ).toBe( 90 );
	} );

	test( 'of max-age counts more than Expires', () => {
		const headers = { 'cache-control': 'max-age=5', expires: date( 90 ) };
		expect( policyOf( headers ).freshSeconds ).toBe( 5 );
	} );

	test.each( [ '0', '-1', 'never', '' ] )(
		'of “Expires: %s” is none',
		( expires ) => {
			expect( reason( { expires } ) ).toBe( `Expires: ${ expires }` );
		}
	);

	test( 'is not derived from Last-Modified', () => {
		expect( reason( { 'last-modified': date( -1e6 ) } ) ).toBe(
			'The response has no s-maxage, max-age or Expires'
		);
	} );

	test( 'is 0 for invalid values', () => {
		expect( reason( { 'cache-control': 'max-age=soon' } ) ).toBe(
			'Cache-Control: max-age=soon'
		);
	} );
} );

describe( 'the age', () => {
	test( 'starts with the Age of another cache', () => {
		expect(
			policyOf( { 'cache-control': 'max-age=60', age: '7' } ).generatedAt
		).toBe( NOW - 7000 );
	} );

	test( 'is at least the time since Date', () => {
		const headers = {
			'cache-control': 'max-age=60',
			age: '7',
			date: date( -20 ),
		};
		expect( policyOf( headers ).generatedAt ).toBe( NOW - 20_000 );
	} );

	test( 'includes the time that the response took', () => {
		const found = judgeCacheability(
			{
				status: 200,
				headers: { 'cache-control': 'max-age=60' },
				requestTime: NOW - 3000,
				responseTime: NOW,
			},
			false
		);
		expect( found ).toMatchObject( {
			policy: { generatedAt: NOW - 3000 },
		} );
	} );

	test( 'is 0 for an invalid or future date', () => {
		const headers = {
			'cache-control': 'max-age=60',
			age: 'old',
			date: date( 99 ),
		};
		expect( policyOf( headers ).generatedAt ).toBe( NOW );
	} );

	test( 'beyond the freshness lifetime makes the response uncacheable', () => {
		expect( reason( { 'cache-control': 'max-age=60', age: '60' } ) ).toBe(
			'The response is already stale (Age)'
		);
	} );
} );

describe( 'a response that is not cacheable', () => {
	test.each( [
		[
			{ 'cache-control': 'no-store, max-age=60' },
			'Cache-Control: no-store',
		],
		[
			{ 'cache-control': 'private, s-maxage=60' },
			'Cache-Control: private',
		],
		[
			{ 'cache-control': 'private="x-a", max-age=60' },
			'Cache-Control: private',
		],
		[ { 'cache-control': 'max-age=0' }, 'Cache-Control: max-age=0' ],
		[ { 'cache-control': 'no-cache' }, 'Cache-Control: no-cache' ],
		[
			{ 'cache-control': 'no-cache, max-age=60' },
			'Cache-Control: no-cache',
		],
		[
			{ 'cache-control': 'max-age=60', 'set-cookie': 'a=1' },
			'The response sets a cookie (Set-Cookie)',
		],
		[
			{
				'cache-control': 'max-age=60',
				'content-type': 'text/event-stream',
			},
			'An event stream (text/event-stream)',
		],
	] as [ Record< string, string >, string ][] )(
		'is %o',
		( headers, expected ) => {
			expect( reason( headers ) ).toBe( expected );
		}
	);

	test.each( [ 206, 304, 400, 401, 403, 500, 502, 503 ] )(
		'is status %i',
		( status ) => {
			expect(
				reason( { 'cache-control': 'max-age=60' }, false, status )
			).toBe( `Responses with status ${ status } are not cached` );
		}
	);

	test.each( [
		'max-age=60',
		'max-age=60, no-transform',
		'proxy-revalidate, max-age=60',
	] )( 'applies to “%s” for requests with credentials', ( control ) => {
		expect( reason( { 'cache-control': control }, true ) ).toBe(
			'The request has credentials (Authorization)'
		);
	} );

	test.each( [
		'public, max-age=60',
		's-maxage=60',
		'must-revalidate, max-age=60',
	] )(
		'does not apply to “%s” for requests with credentials',
		( control ) => {
			expect(
				policyOf( { 'cache-control': control }, true )
					.allowsAuthorization
			).toBe( true );
		}
	);
} );

describe( 'a response that can be revalidated', () => {
	test.each( [
		'no-cache',
		'max-age=0',
		'no-cache="set-cookie", max-age=60',
	] )( 'is stored with “%s”, but never fresh', ( control ) => {
		const found = policyOf( { 'cache-control': control, etag: '"a"' } );
		expect( found.freshSeconds ).toBe( 0 );
		expect( found.neverFreshReason ).toMatch(
			/^Cache-Control: (no-cache|max-age=0)$/
		);
	} );
} );

describe( 'stale responses', () => {
	const both = 'max-age=60, stale-while-revalidate=20, stale-if-error=30';

	test( 'may be sent for the times that the response names', () => {
		expect( policyOf( { 'cache-control': both } ) ).toMatchObject( {
			staleSeconds: 20,
			errorSeconds: 30,
		} );
	} );

	test( 'may be sent with s-maxage if the response names a time', () => {
		const control = 's-maxage=60, stale-while-revalidate=20';
		expect( policyOf( { 'cache-control': control } ).staleSeconds ).toBe(
			20
		);
	} );

	test.each( [ 'must-revalidate', 'proxy-revalidate', 'no-cache' ] )(
		'are never sent with %s',
		( word ) => {
			const found = policyOf( {
				'cache-control': `${ both }, ${ word }`,
				etag: '"a"',
			} );
			expect( found ).toMatchObject( {
				staleSeconds: 0,
				errorSeconds: 0,
			} );
		}
	);

	test( 'make a response cacheable that is never fresh', () => {
		const control = 's-maxage=0, stale-while-revalidate=20';
		expect( policyOf( { 'cache-control': control } ).freshSeconds ).toBe(
			0
		);
	} );
} );
