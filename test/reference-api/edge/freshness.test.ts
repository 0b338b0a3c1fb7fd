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

test.each( [
	[ 'max-age=60', 60 ],
	[ 'max-age=60, s-maxage=20', 20 ],
	[ 's-maxage="30"', 30 ],
	[ 'Max-Age=40', 40 ],
	[ 'max-age=50, max-age=70', 50 ],
	[ 'max-age = 25', 25 ],
	[ 'community="s-maxage=9", max-age=35', 35 ],
	[ 'max-age=99999999999999', 2 ** 31 ],
] )( 'the freshness of “%s” is %i s', ( control, seconds ) => {
	expect( policyOf( { 'cache-control': control } ).freshSeconds ).toBe(
		seconds
	);
} );

test( 'freshness comes from Expires, counted from Date', () => {
	expect(
		policyOf( { expires: date( 90 ), date: date( -10 ) } ).freshSeconds
	).toBe( 100 );
	expect( policyOf( { expires: date( 90 ) } ).freshSeconds ).toBe( 90 );
} );

test( 'max-age takes precedence over Expires', () => {
	const headers = { 'cache-control': 'max-age=5', expires: date( 90 ) };
	expect( policyOf( headers ).freshSeconds ).toBe( 5 );
} );

test( 'Expires in the form of RFC 850 gives the freshness of its date', () => {
	expect(
		policyOf( { expires: 'Thursday, 01-Jan-26 12:01:00 GMT' } ).freshSeconds
	).toBe( 60 );
} );

test.each( [
	...[ '0', '-1', 'never', '', '2050', date( 90 ).replace( ',', '' ) ],
	...[ 'Thu, 18 Aug 2050 02:01:18 UTC', `${ date( 9 ) }, ${ date( 9 ) }` ],
] )( '“Expires: %s” gives no freshness', ( expires ) => {
	expect( reason( { expires } ) ).toBe( `Expires: ${ expires }` );
} );

test( 'freshness is not derived from Last-Modified', () => {
	expect( reason( { 'last-modified': date( -1e6 ) } ) ).toBe(
		'The response has no s-maxage, max-age or Expires'
	);
} );

test( 'freshness is 0 for invalid values', () => {
	expect( reason( { 'cache-control': 'max-age=soon' } ) ).toBe(
		'Cache-Control: max-age=soon'
	);
} );

test( 'the age starts with the Age of another cache', () => {
	expect(
		policyOf( { 'cache-control': 'max-age=60', age: '7' } ).generatedAt
	).toBe( NOW - 7000 );
} );

test.each( [
	[ '7200, 0', 7200 ],
	[ '0, 7200', 0 ],
	[ ' 7 ', 7 ],
	[ '-7200', 0 ],
	[ '7.5', 0 ],
] )( 'the age of “Age: %s” is %i s', ( age, seconds ) => {
	const headers = { 'cache-control': 'max-age=9000', age };
	expect( policyOf( headers ).generatedAt ).toBe( NOW - seconds * 1000 );
} );

test( 'the age is at least the time since Date', () => {
	const headers = {
		'cache-control': 'max-age=60',
		age: '7',
		date: date( -20 ),
	};
	expect( policyOf( headers ).generatedAt ).toBe( NOW - 20_000 );
} );

test( 'the age includes the time that the response took', () => {
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

test( 'the age is 0 for an invalid or future date', () => {
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

test.each( [
	[ { 'cache-control': 'no-store, max-age=60' }, 'Cache-Control: no-store' ],
	[ { 'cache-control': 'private, s-maxage=60' }, 'Cache-Control: private' ],
	[
		{ 'cache-control': 'private="x-a", max-age=60' },
		'Cache-Control: private',
	],
	[ { 'cache-control': 'max-age=0' }, 'Cache-Control: max-age=0' ],
	[ { 'cache-control': 'no-cache' }, 'Cache-Control: no-cache' ],
	[ { 'cache-control': 'no-cache, max-age=60' }, 'Cache-Control: no-cache' ],
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
	'a response is not cacheable with %o',
	( headers, expected ) => {
		expect( reason( headers ) ).toBe( expected );
	}
);

test.each( [ 206, 304, 600, 999 ] )(
	'a response is not cacheable with status %i',
	( status ) => {
		expect(
			reason( { 'cache-control': 'max-age=60' }, false, status )
		).toBe( `Responses with status ${ status } are not cached` );
	}
);

test( 'a response is not cacheable with status 599 and must-understand', () => {
	const control = 'max-age=60, must-understand';
	expect( reason( { 'cache-control': control }, false, 599 ) ).toBe(
		'Responses with status 599 are not cached'
	);
	const forbidden = 'max-age=60, must-understand, no-store';
	expect( reason( { 'cache-control': forbidden }, false, 599 ) ).toBe(
		'Cache-Control: no-store'
	);
} );

test.each( [
	'max-age=60',
	'max-age=60, no-transform',
	'proxy-revalidate, max-age=60',
] )( '“%s” is not cacheable for requests with credentials', ( control ) => {
	expect( reason( { 'cache-control': control }, true ) ).toBe(
		'The request has credentials (Authorization)'
	);
} );

test.each( [
	'public, max-age=60',
	's-maxage=60',
	'must-revalidate, max-age=60',
] )( '“%s” is cacheable for requests with credentials', ( control ) => {
	expect(
		policyOf( { 'cache-control': control }, true ).allowsAuthorization
	).toBe( true );
} );

test.each( [ 200, 201, 299, 302, 400, 404, 451, 499, 500, 503, 599 ] )(
	'a response with explicit freshness is cacheable with status %i',
	( status ) => {
		const headers = { 'cache-control': 'max-age=60' };
		expect( verdict( headers, false, status ) ).toMatchObject( {
			isCacheable: true,
			policy: { freshSeconds: 60 },
		} );
	}
);

test( 'a response with explicit freshness is cacheable despite no-store if its status is understood', () => {
	const control = 'max-age=60, must-understand, no-store';
	expect( policyOf( { 'cache-control': control } ).freshSeconds ).toBe( 60 );
} );

describe( 'CDN-Cache-Control', () => {
	test.each( [
		[ 'max-age=60', 60 ],
		[ 'max-age=60, s-maxage=30', 30 ],
		[ 'max-age=60;note="x", foo=(a "b");c', 60 ],
		[ 'max-age=10, max-age=20', 20 ],
		[ 'max-age=99999999999', 2 ** 31 ],
	] )( '“%s” counts more than Cache-Control', ( targeted, seconds ) => {
		expect(
			policyOf( {
				'cache-control': 'no-store, max-age=5',
				'cdn-cache-control': targeted,
				expires: '0',
			} ).freshSeconds
		).toBe( seconds );
	} );

	test.each( [
		[ 'no-store', 'CDN-Cache-Control: no-store' ],
		[ 'private', 'CDN-Cache-Control: private' ],
		[ 'no-cache', 'CDN-Cache-Control: no-cache' ],
		[ 'max-age=0', 'CDN-Cache-Control: max-age=0' ],
		[ 'max-age=-5', 'CDN-Cache-Control: max-age=-5' ],
		[ 'foo', 'The response has no s-maxage, max-age or Expires' ],
		[ 'no-store=?0, max-age=60', '' ],
	] )( '“%s” without other lifetimes: “%s”', ( targeted, expected ) => {
		expect(
			reason( {
				'cache-control': 'max-age=60',
				'cdn-cache-control': targeted,
				expires: date( 60 ),
			} )
		).toBe( expected );
	} );

	test.each( [
		'',
		'max-age="60"',
		'max-age=60.5',
		'max-age',
		'max-age=?1',
		'max-age=60, &&&&&',
		'max-age =60',
		'max-age= 60',
		'Max-Age=60',
		'max-age=60,',
		'max-age=(60',
		'max-age=1234567890123456',
	] )( '“%s” is ignored, because it is invalid', ( targeted ) => {
		const headers = {
			'cache-control': 'max-age=5',
			'cdn-cache-control': targeted,
		};
		expect( policyOf( headers ).freshSeconds ).toBe( 5 );
	} );

	test( 'sets how long a stale response may be used', () => {
		const headers = {
			'cache-control': 'must-revalidate',
			'cdn-cache-control': 'max-age=60, stale-if-error=30',
		};
		expect( policyOf( headers ).errorSeconds ).toBe( 30 );
	} );
} );

test.each( [ 'no-cache', 'max-age=0', 'no-cache="set-cookie", max-age=60' ] )(
	'a response that can be revalidated is stored with “%s”, but never fresh',
	( control ) => {
		const found = policyOf( { 'cache-control': control, etag: '"a"' } );
		expect( found.freshSeconds ).toBe( 0 );
		expect( found.neverFreshReason ).toMatch(
			/^Cache-Control: (no-cache|max-age=0)$/
		);
	}
);

const both = 'max-age=60, stale-while-revalidate=20, stale-if-error=30';

test( 'stale responses may be sent for the times that the response names', () => {
	expect( policyOf( { 'cache-control': both } ) ).toMatchObject( {
		staleSeconds: 20,
		errorSeconds: 30,
	} );
} );

test( 'stale responses may be sent with s-maxage if the response names a time', () => {
	const control = 's-maxage=60, stale-while-revalidate=20';
	expect( policyOf( { 'cache-control': control } ).staleSeconds ).toBe( 20 );
} );

test.each( [ 'must-revalidate', 'proxy-revalidate', 'no-cache' ] )(
	'stale responses are never sent with %s',
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

test( 'a response that is never fresh is cacheable if it may be sent stale', () => {
	const control = 's-maxage=0, stale-while-revalidate=20';
	expect( policyOf( { 'cache-control': control } ).freshSeconds ).toBe( 0 );
} );
