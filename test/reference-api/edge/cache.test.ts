import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { EdgeCache } from '../../../src/reference-api/edge/cache.ts';
import { StoredResponse } from '../../../src/reference-api/edge/stored-response.ts';
import { variantOf, varyNames } from '../../../src/reference-api/edge/vary.ts';

const NOW = Date.UTC( 2026, 0, 1, 12 );
const MIB = 1024 * 1024;

function entry(
	length: number,
	headers: IncomingHttpHeaders = {},
	request: IncomingHttpHeaders = {}
): StoredResponse {
	return new StoredResponse( {
		status: 200,
		headers,
		body: Buffer.alloc( length ),
		policy: {
			generatedAt: NOW,
			freshSeconds: 60,
			staleSeconds: 0,
			errorSeconds: 0,
			allowsAuthorization: false,
			neverFreshReason: null,
		},
		variant: variantOf( varyNames( headers ), request, headers ),
		responseTime: NOW,
	} );
}

function store(
	cache: EdgeCache,
	url: string,
	kept: StoredResponse,
	request: IncomingHttpHeaders = {}
): boolean {
	return cache.store( cache.issueTicket( url ), request, kept );
}

test( 'the size is limited, and the least recently used responses are evicted first', () => {
	const cache = new EdgeCache( 0, 3.5 * entry( 2000 ).bytes );
	for ( const url of [ '/a', '/b', '/c' ] ) {
		store( cache, url, entry( 2000 ) );
	}
	cache.find( '/a', {}, NOW );
	store( cache, '/d', entry( 2000 ) );
	const kept = [ '/a', '/b', '/c', '/d' ].filter( ( url ) =>
		cache.find( url, {}, NOW )
	);
	expect( kept ).toEqual( [ '/a', '/c', '/d' ] );
	const { bytes } = cache.size;
	expect( bytes ).toBe( 3 * ( entry( 2000 ).bytes + 2 * '/a'.length ) );
	expect( store( cache, '/e', entry( 20_000 ) ) ).toBe( false );
	expect( cache.find( '/e', {}, NOW ) ).toBeUndefined();
} );

test( 'a used response keeps its place for some seconds', () => {
	const cache = new EdgeCache( 0, 2.5 * entry( 2000 ).bytes );
	store( cache, '/a', entry( 2000 ) );
	store( cache, '/b', entry( 2000 ) );
	cache.find( '/a', {}, NOW );
	cache.find( '/b', {}, NOW + 1000 );
	cache.find( '/a', {}, NOW + 2000 );
	store( cache, '/c', entry( 2000 ) );
	expect( cache.find( '/a', {}, NOW ) ).toBeDefined();
	expect( cache.find( '/b', {}, NOW ) ).toBeUndefined();
} );

test( 'a newer response replaces the older one', () => {
	const cache = new EdgeCache( 0, MIB );
	store( cache, '/', entry( 10 ) );
	store( cache, '/', entry( 20 ) );
	expect( cache.find( '/', {}, NOW )?.body ).toHaveLength( 20 );
	expect( cache.size ).toEqual( {
		entries: 1,
		bytes: entry( 20 ).bytes + 2,
	} );
} );

test( 'the number of variants of a URL is limited', () => {
	const cache = new EdgeCache( 0, MIB );
	for ( let number = 0; number < 50; number++ ) {
		const request = { cookie: String( number ) };
		store( cache, '/', entry( 0, { vary: 'cookie' }, request ), request );
	}
	expect( cache.size.entries ).toBe( 20 );
	expect( cache.find( '/', { cookie: '49' }, NOW ) ).toBeDefined();
	expect( cache.find( '/', { cookie: '0' }, NOW ) ).toBeUndefined();
} );

test( 'long headers and URLs count too', () => {
	const cache = new EdgeCache( 0, 50_000 );
	for ( let index = 0; index < 20; index++ ) {
		store(
			cache,
			`/${ index }`,
			entry( 1, { 'x-long': 'x'.repeat( 15_000 ) } )
		);
		store( cache, `/${ 'u'.repeat( 15_000 ) }${ index }`, entry( 1 ) );
	}
	expect( cache.size.entries ).toBeLessThan( 5 );
	expect( cache.size.bytes ).toBeLessThanOrEqual( 50_000 );
} );

test( 'each character counts two bytes, and each header has an overhead', () => {
	const plain = entry( 0 ).bytes;
	expect( plain ).toBeGreaterThanOrEqual( 2048 );
	const long = entry( 0, { 'x-long': 'x'.repeat( 15_000 ) } );
	expect( long.bytes ).toBeGreaterThan( plain + 30_000 );
	const many = Array.from( { length: 1000 }, ( _, index ) => [ index, '' ] );
	expect(
		entry( 0, Object.fromEntries( many ) as IncomingHttpHeaders ).bytes
	).toBeGreaterThan( plain + 200_000 );
	const names = many.map( ( [ name ] ) => `x${ name }` ).join( ',' );
	expect( entry( 0, { vary: names } ).bytes ).toBeGreaterThan(
		plain + 50_000
	);
} );

test( 'a purge empties the cache, and later responses to earlier requests are not stored', () => {
	const cache = new EdgeCache( 4, MIB );
	store( cache, '/', entry( 10 ) );
	const before = cache.issueTicket( '/' );
	cache.purge( 5 );
	expect( cache.store( before, {}, entry( 10 ) ) ).toBe( false );
	expect( cache.find( '/', {}, NOW ) ).toBeUndefined();
	expect( cache.size ).toEqual( { entries: 0, bytes: 0 } );
} );

test( 'a late purge with an older generation does not restore that generation', () => {
	const cache = new EdgeCache( 4, MIB );
	cache.purge( 6 );
	const ticket = cache.issueTicket( '/' );
	cache.purge( 5 );
	expect( cache.generation ).toBe( 6 );
	expect( cache.store( ticket, {}, entry( 10 ) ) ).toBe( false );
} );

test( 'an invalidation of a URL revokes only the earlier requests for it', () => {
	const cache = new EdgeCache( 0, MIB );
	const same = cache.issueTicket( '/a' );
	const other = cache.issueTicket( '/b' );
	cache.invalidate( '/a' );
	expect( cache.store( same, {}, entry( 10 ) ) ).toBe( false );
	expect( cache.store( other, {}, entry( 10 ) ) ).toBe( true );
	expect( store( cache, '/a', entry( 10 ) ) ).toBe( true );
} );

test( 'a purge takes the same time for any number of responses', () => {
	let isPurging = false;
	const kept = new Proxy( entry( 0 ), {
		get: ( answer, name, receiver ) => {
			expect( isPurging ).toBe( false );
			return Reflect.get( answer, name, receiver ) as unknown;
		},
	} );
	const cache = new EdgeCache( 0, 1024 * MIB );
	for ( let number = 0; number < 10_000; number++ ) {
		store( cache, `/${ number }`, kept );
	}
	expect( cache.size.entries ).toBe( 10_000 );
	isPurging = true;
	cache.purge( 1 );
	expect( cache.size ).toEqual( { entries: 0, bytes: 0 } );
} );
