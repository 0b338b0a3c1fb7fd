import CachePolicy from 'http-cache-semantics';
import { expect, onTestFinished, test, vi } from 'vitest';
import { judgeCacheability } from '../../../src/reference-api/edge/freshness.ts';

const NOW = Date.UTC( 2026, 0, 1, 12 );
const CASES = 5000;
/** Without `proxy-revalidate`, which the library takes for "never fresh", and Set-Cookie, where this edge is stricter. */
const DIRECTIVES = [
	'max-age=60',
	'max-age=0',
	'max-age="45"',
	's-maxage=30',
	's-maxage=0',
	'no-cache',
	'no-store',
	'private',
	'public',
	'must-revalidate',
	'immutable',
	'foo="a, no-store"',
];

/** Creates a source of random numbers that gives the same ones each time. */
function randomFrom( seed: number ): ( below: number ) => number {
	let state = seed;
	return ( below ) => {
		state += 0x6d2b79f5;
		const mixed = Math.sin( state ) * 1e6;
		return Math.floor( ( mixed - Math.floor( mixed ) ) * below );
	};
}

function date( seconds: number ): string {
	return new Date( NOW + seconds * 1000 ).toUTCString();
}

function randomHeaders(
	random: ( below: number ) => number
): Record< string, string > {
	const wanted = DIRECTIVES.filter( () => random( 6 ) === 0 );
	const names = wanted.map( ( text ) => text.split( '=' )[ 0 ] );
	const control = wanted.filter(
		( _text, index ) => names.indexOf( names[ index ] ) === index
	);
	const maybe = ( name: string, values: string[] ) => {
		const value = values[ random( values.length * 2 ) ];
		return value === undefined ? {} : { [ name ]: value };
	};
	return {
		...( control.length > 0
			? { 'cache-control': control.join( ', ' ) }
			: {} ),
		...maybe( 'expires', [ date( 100 ), date( -5 ), '0' ] ),
		...maybe( 'date', [ date( 0 ) ] ),
		...maybe( 'age', [ '10', '50', 'x' ] ),
	};
}

test( 'freshness is calculated as http-cache-semantics calculates it', () => {
	vi.useFakeTimers( { toFake: [ 'Date' ], now: NOW } );
	onTestFinished( () => void vi.useRealTimers() );
	const random = randomFrom( 1 );
	let fresh = 0;
	for ( let number = 0; number < CASES; number++ ) {
		const headers = randomHeaders( random );
		const hasAuthorization = random( 3 ) === 0;
		const status =
			[ 200, 200, 204, 206, 302, 404, 501 ][ random( 7 ) ] ?? 200;
		const verdict = judgeCacheability(
			{ status, headers, requestTime: NOW, responseTime: NOW },
			hasAuthorization
		);
		const own = verdict.isCacheable
			? verdict.policy.freshSeconds -
				( NOW - verdict.policy.generatedAt ) / 1000
			: 0;
		const policy = new CachePolicy(
			{
				method: 'GET',
				url: '/',
				headers: hasAuthorization ? { authorization: 'x' } : {},
			},
			{ status, headers },
			{ shared: true, cacheHeuristic: 0, immutableMinTimeToLive: 0 }
		);
		const oracleSeconds = policy.storable()
			? policy.timeToLive() / 1000
			: 0;
		fresh += oracleSeconds > 0 ? 1 : 0;
		expect( [
			headers,
			status,
			hasAuthorization,
			Math.max( 0, own ),
		] ).toEqual( [
			headers,
			status,
			hasAuthorization,
			Math.max( 0, Math.round( oracleSeconds ) ),
		] );
	}
	expect( fresh ).toBeGreaterThan( CASES / 20 );
} );
