import { describe, expect, test } from 'vitest';
import { requestedPart } from '../../../src/reference-api/edge/byte-range.ts';
import { siteOf } from './test-edge.ts';

const MODIFIED = 'Thu, 01 Jan 2026 11:00:00 GMT';
const DATE = 'Thu, 01 Jan 2026 12:00:00 GMT';
const BODY = '0123456789';

test.each( [
	[ 'bytes=0-1', { first: 0, last: 1 } ],
	[ 'bytes=3-3', { first: 3, last: 3 } ],
	[ 'bytes=4-', { first: 4, last: 9 } ],
	[ 'bytes=4-99', { first: 4, last: 9 } ],
	[ 'bytes=-3', { first: 7, last: 9 } ],
	[ 'bytes=-99', { first: 0, last: 9 } ],
	[ 'Bytes= 9-9 ', { first: 9, last: 9 } ],
	[ 'bytes=10-', 'unsatisfiable' ],
	[ 'bytes=99-100', 'unsatisfiable' ],
	[ 'bytes=-0', 'unsatisfiable' ],
	[ `bytes=${ '9'.repeat( 400 ) }-`, 'unsatisfiable' ],
	[ 'bytes=5-4', null ],
	[ 'bytes=0-1,3-4', null ],
	[ 'bytes=-', null ],
	[ 'bytes=a-b', null ],
	[ 'bytes 0-1', null ],
	[ 'items=0-1', null ],
	[ '', null ],
] )( 'the part “%s” of ten bytes is %o', ( range, expected ) => {
	expect( requestedPart( { range }, {}, 10 ) ).toEqual( expected );
} );

test( 'an empty body has no parts', () => {
	expect( requestedPart( { range: 'bytes=0-' }, {}, 0 ) ).toBe(
		'unsatisfiable'
	);
} );

test( 'the part is the whole body if the application accepts no ranges', () => {
	const headers = { 'accept-ranges': 'none' };
	expect( requestedPart( { range: 'bytes=0-1' }, headers, 10 ) ).toBe( null );
} );

describe( 'If-Range', () => {
	const part = { first: 0, last: 1 };

	test.each( [
		[ '"a"', { etag: '"a"' }, part ],
		[ '"b"', { etag: '"a"' }, null ],
		[ 'W/"a"', { etag: 'W/"a"' }, null ],
		[ '"a"', { etag: 'W/"a"' }, null ],
		[ '"a"', {}, null ],
		[ MODIFIED, { 'last-modified': MODIFIED, date: DATE }, part ],
		[ MODIFIED, { 'last-modified': MODIFIED, date: MODIFIED }, null ],
		[ DATE, { 'last-modified': MODIFIED, date: DATE }, null ],
		[ MODIFIED, { date: DATE }, null ],
		[ 'yesterday', { date: DATE }, null ],
	] )( '“%s” for %o gives %o', ( condition, headers, expected ) => {
		const request = { range: 'bytes=0-1', 'if-range': condition };
		expect( requestedPart( request, headers, 10 ) ).toEqual( expected );
	} );
} );

const stored = {
	headers: { 'cache-control': 'max-age=60', etag: '"a"', 'x-page': '1' },
	body: BODY,
};

test( 'a stored response answers a range with 206', async () => {
	const site = await siteOf( stored );
	await site.request( '/' );
	const { status, label, text, headers } = await site.request( '/', {
		headers: { range: 'bytes=2-4' },
	} );
	expect( { status, label, text } ).toEqual( {
		status: 206,
		label: 'HIT',
		text: '234',
	} );
	expect( headers ).toMatchObject( {
		'content-range': 'bytes 2-4/10',
		'content-length': '3',
		etag: '"a"',
		'x-page': '1',
		age: '0',
	} );
	expect( site.received ).toHaveLength( 1 );
} );

test( 'a stored response has one Content-Range, whatever its application sent', async () => {
	const site = await siteOf( {
		...stored,
		headers: { ...stored.headers, 'content-range': 'bytes 0-9/99' },
	} );
	await site.request( '/' );
	const { headers } = await site.request( '/', {
		headers: { range: 'bytes=2-4' },
	} );
	expect( headers[ 'content-range' ] ).toBe( 'bytes 2-4/10' );
} );

test( 'a stored response answers several ranges, and a range of another version, whole', async () => {
	const site = await siteOf( stored );
	await site.request( '/' );
	for ( const headers of [
		{ range: 'bytes=0-1,4-5' },
		{ range: 'bytes=0-1', 'if-range': '"b"' },
	] ) {
		expect( await site.request( '/', { headers } ) ).toMatchObject( {
			status: 200,
			text: BODY,
			label: 'HIT',
		} );
	}
} );

test( 'a stored response answers a range beyond its end with 416', async () => {
	const site = await siteOf( stored );
	await site.request( '/' );
	const answer = await site.request( '/', {
		headers: { range: 'bytes=10-' },
	} );
	expect( answer ).toMatchObject( { status: 416, text: '' } );
	expect( answer.headers[ 'content-range' ] ).toBe( 'bytes */10' );
	expect( answer.headers ).not.toHaveProperty( 'etag' );
} );

test( 'a stored response answers a range with 304 if the visitor has this version', async () => {
	const site = await siteOf( stored );
	await site.request( '/' );
	const headers = { range: 'bytes=2-4', 'if-none-match': '"a"' };
	expect( await site.request( '/', { headers } ) ).toMatchObject( {
		status: 304,
	} );
} );

test( 'a stored response ignores a range for HEAD, and of another status', async () => {
	const site = await siteOf( { ...stored, status: 404 } );
	const headers = { range: 'bytes=2-4' };
	await site.request( '/' );
	expect( await site.request( '/', { headers } ) ).toMatchObject( {
		status: 404,
		text: BODY,
	} );
	const head = await site.request( '/', { method: 'HEAD', headers } );
	expect( head ).toMatchObject( { status: 404, label: 'HIT' } );
	expect( head.headers[ 'content-length' ] ).toBe( '10' );
} );

test( 'a stored response is revalidated whole after a range of the stale response', async () => {
	const site = await siteOf(
		{
			headers: {
				'cache-control': 'max-age=60, stale-while-revalidate=60',
			},
			body: BODY,
		},
		{ headers: { 'cache-control': 'max-age=60' }, body: 'new' }
	);
	await site.request( '/' );
	site.wait( 61 );
	const headers = { range: 'bytes=0-1' };
	expect( await site.request( '/', { headers } ) ).toMatchObject( {
		status: 206,
		label: 'STALE',
		text: '01',
	} );
	await expect.poll( () => site.result( '/' ) ).toBe( 'HIT new' );
	expect( site.received[ 1 ]?.headers ).not.toHaveProperty( 'range' );
} );

test( 'a range of a response that is not stored goes to the application', async () => {
	const site = await siteOf( {
		status: 206,
		headers: {
			'cache-control': 'max-age=60',
			'content-range': 'bytes 0-1/3',
		},
		body: '01',
	} );
	const headers = { range: 'bytes=0-1' };
	for ( const count of [ 1, 2 ] ) {
		expect( await site.request( '/', { headers } ) ).toMatchObject( {
			status: 206,
			label: 'BYPASS',
			text: '01',
		} );
		expect( site.received ).toHaveLength( count );
	}
	expect( site.received[ 0 ]?.headers.range ).toBe( 'bytes=0-1' );
} );
