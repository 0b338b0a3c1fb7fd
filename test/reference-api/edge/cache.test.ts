import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
	EdgeCache,
	isStorable,
} from '../../../src/reference-api/edge/cache.ts';

const asked = ( url: string, headers = {} ) => ( {
	method: 'GET',
	url,
	headers,
} );

function answer( length: number, headers: Record< string, string > = {} ) {
	return {
		status: 200,
		headers: { 'cache-control': 's-maxage=60', ...headers },
		body: Buffer.alloc( length ),
	};
}

beforeEach( () => {
	vi.useFakeTimers( { toFake: [ 'Date' ] } );
} );

afterEach( () => {
	vi.useRealTimers();
} );

test( 'an answer gets old, then it is no longer given', () => {
	const cache = new EdgeCache( 0 );
	cache.store( 0, asked( '/' ), answer( 10 ) );
	vi.advanceTimersByTime( 0 );
	vi.setSystemTime( Date.now() + 59_000 );
	expect( cache.find( asked( '/' ) )?.headers.age ).toBe( '59' );
	vi.setSystemTime( Date.now() + 2000 );
	expect( cache.find( asked( '/' ) ) ).toBeNull();
} );

test( 'the bytes are bounded, and what was used least recently goes first', () => {
	const cache = new EdgeCache( 0, 10_000 );
	for ( const url of [ '/a', '/b', '/c' ] ) {
		cache.store( 0, asked( url ), answer( 2000 ) );
	}
	cache.find( asked( '/a' ) );
	cache.store( 0, asked( '/d' ), answer( 2000 ) );
	const kept = [ '/a', '/b', '/c', '/d' ].filter( ( url ) =>
		cache.find( asked( url ) )
	);
	expect( kept ).toEqual( [ '/a', '/c', '/d' ] );
	expect( cache.figures.bytes ).toBe( 3 * 3024 );
	cache.store( 0, asked( '/e' ), answer( 20_000 ) );
	expect( cache.find( asked( '/e' ) ) ).toBeNull();
} );

test( 'a newer answer takes the place of the older one', () => {
	const cache = new EdgeCache( 0 );
	cache.store( 0, asked( '/' ), answer( 10 ) );
	cache.store( 0, asked( '/' ), answer( 20 ) );
	expect( cache.find( asked( '/' ) )?.body ).toHaveLength( 20 );
	expect( cache.figures ).toMatchObject( { entries: 1, bytes: 1044 } );
} );

test( 'a page has a bounded number of variants', () => {
	const cache = new EdgeCache( 0 );
	for ( let number = 0; number < 50; number++ ) {
		cache.store(
			0,
			asked( '/', { cookie: String( number ) } ),
			answer( 0, { vary: 'cookie' } )
		);
	}
	expect( cache.figures.bytes ).toBe( 20 * 1024 );
	expect( cache.find( asked( '/', { cookie: '49' } ) ) ).not.toBeNull();
	expect( cache.find( asked( '/', { cookie: '0' } ) ) ).toBeNull();
} );

test( 'a purge empties it, and what comes late from before stays out', () => {
	const cache = new EdgeCache( 4 );
	cache.store( 4, asked( '/' ), answer( 10 ) );
	cache.purge( 5 );
	cache.store( 4, asked( '/' ), answer( 10 ) );
	expect( cache.find( asked( '/' ) ) ).toBeNull();
	expect( cache.figures ).toMatchObject( { entries: 0, bytes: 0 } );
} );

test( 'errors are not kept unless they say for how long', () => {
	const headers = { 'cache-control': 's-maxage=60' };
	expect( isStorable( asked( '/' ), 500, {} ) ).toBe( false );
	expect( isStorable( asked( '/' ), 404, {} ) ).toBe( false );
	expect( isStorable( asked( '/' ), 404, headers ) ).toBe( true );
} );

test( 'long headers and addresses count too', () => {
	const cache = new EdgeCache( 0, 50_000 );
	const long = { 'x-long': 'x'.repeat( 15_000 ) };
	for ( let index = 0; index < 20; index++ ) {
		cache.store( 0, asked( `/${ index }` ), answer( 1, long ) );
		cache.store(
			0,
			asked( `/${ 'u'.repeat( 15_000 ) }${ index }` ),
			answer( 1 )
		);
	}
	expect( cache.figures.entries ).toBeLessThan( 4 );
} );
