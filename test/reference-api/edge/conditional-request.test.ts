import { expect, test } from 'vitest';
import {
	isNotModified,
	withoutBodyHeaders,
} from '../../../src/reference-api/edge/conditional-request.ts';

const MONDAY = 'Mon, 05 Jan 2026 12:00:00 GMT';
const TUESDAY = 'Tue, 06 Jan 2026 12:00:00 GMT';

test.each( [
	[ '"a"', '"a"', true ],
	[ 'W/"a"', '"a"', true ],
	[ '"a"', 'W/"a"', true ],
	[ '"b", "a"', '"a"', true ],
	[ '"x, y"', '"x, y"', true ],
	[ '*', '"a"', true ],
	[ '"b"', '"a"', false ],
	[ 'a', 'a', true ],
	[ '', '"a"', false ],
] )( 'If-None-Match: %s of %s: %s', ( wanted, etag, isSame ) => {
	expect( isNotModified( { 'if-none-match': wanted }, 200, { etag } ) ).toBe(
		isSame
	);
} );

test.each( [
	[ MONDAY, { 'last-modified': MONDAY }, true ],
	[ TUESDAY, { 'last-modified': MONDAY }, true ],
	[ MONDAY, { 'last-modified': TUESDAY }, false ],
	[ MONDAY, { date: MONDAY }, true ],
	[ MONDAY, {}, false ],
	[ 'yesterday', { 'last-modified': MONDAY }, false ],
] )( 'If-Modified-Since: %s of %o: %s', ( wanted, headers, isSame ) => {
	expect(
		isNotModified( { 'if-modified-since': wanted }, 200, headers )
	).toBe( isSame );
} );

test( 'If-None-Match counts more than If-Modified-Since', () => {
	const wanted = { 'if-none-match': '"b"', 'if-modified-since': TUESDAY };
	const headers = { etag: '"a"', 'last-modified': MONDAY };
	expect( isNotModified( wanted, 200, headers ) ).toBe( false );
} );

test( 'only a 200 can be unchanged', () => {
	expect(
		isNotModified( { 'if-none-match': '"a"' }, 404, { etag: '"a"' } )
	).toBe( false );
} );

test( 'a 304 does not describe a body', () => {
	const headers = {
		etag: '"a"',
		'content-type': 'text/html',
		'content-length': '9',
	};
	expect( withoutBodyHeaders( headers ) ).toEqual( { etag: '"a"' } );
} );
