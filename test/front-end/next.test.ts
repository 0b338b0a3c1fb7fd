import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
	Mark,
	movedTo,
	refreshAtStart,
	refreshRoute,
	wordpressFetch,
} from '../../src/front-end/next.ts';
import { json, makeFakeWordPress } from './fake-wordpress.ts';
import {
	cacheLife,
	cacheTag,
	revalidatePath,
	revalidateTag,
} from './next-double.ts';
import { aChange, bodyOf, signedRequest } from './signed-request.ts';

const URL = 'https://cms.example.com';

let fetched: { url: string; init: RequestInit & { next?: object } }[];
let rest: () => Response;

function tagged( groups: string, body: unknown = [] ) {
	return () => json( body, { headers: { 'cache-groups': groups } } );
}

beforeEach( () => {
	vi.resetAllMocks();
	fetched = [];
	rest = tagged( '"post-1", "post-list"' );
	vi.stubGlobal( 'fetch', async ( input: unknown, init = {} ) => {
		fetched.push( { url: String( input ), init } );
		return rest();
	} );
} );

afterEach( () => {
	vi.useRealTimers();
	vi.unstubAllEnvs();
	vi.unstubAllGlobals();
} );

test( 'revalidates the tags and paths of a refresh request', async () => {
	const onChange = vi.fn();
	const { options } = makeFakeWordPress();
	const { POST } = refreshRoute( { ...options, onChange } );
	await POST( signedRequest( { body: bodyOf( aChange() ) } ) );
	vi.clearAllMocks();
	const data = aChange( { since: 4812, sequence: 4813 } );
	const answer = await POST( signedRequest( { body: bodyOf( data ) } ) );
	expect( answer.status ).toBe( 200 );
	expect( revalidateTag.mock.calls ).toEqual( [
		[ 'post-123', { expire: 0 } ],
		[ 'post-list', { expire: 0 } ],
	] );
	expect( revalidatePath.mock.calls ).toEqual( [ [ '/new/' ], [ '/old/' ] ] );
	expect( onChange ).toHaveBeenCalledExactlyOnceWith( data );
} );

test( 'revalidates the whole site for the scope “all”', async () => {
	const { POST } = refreshRoute( makeFakeWordPress().options );
	const data = aChange( { scope: 'all', paths: { changed: [], gone: [] } } );
	await POST( signedRequest( { body: bodyOf( data ) } ) );
	expect( revalidateTag.mock.calls ).toEqual( [ [ 'all', { expire: 0 } ] ] );
	expect( revalidatePath.mock.calls ).toEqual( [ [ '/', 'layout' ] ] );
} );

test( 'tags the “use cache” function that reads content', async () => {
	await wordpressFetch( URL, 'wp/v2/posts', { tags: [ 'menu-2' ] } );
	expect( cacheTag.mock.calls ).toEqual( [
		[ 'all', 'post-1', 'post-list', 'menu-2' ],
	] );
	expect( cacheLife ).toHaveBeenCalledExactlyOnceWith( {
		revalidate: 3_600,
		expire: 90_000,
	} );
	expect( fetched ).toEqual( [
		{ url: `${ URL }/wp-json/wp/v2/posts`, init: {} },
	] );
} );

test( 'tags the page outside of “use cache” by a request that answers itself', async () => {
	cacheTag.mockImplementation( () => {
		throw new Error( 'cacheTag() can only be called inside "use cache".' );
	} );
	await wordpressFetch( URL, 'wp/v2/posts' );
	expect( fetched[ 1 ] ).toEqual( {
		url: 'data:,',
		init: {
			next: { tags: [ 'all', 'post-1', 'post-list' ], revalidate: 3_600 },
		},
	} );
} );

test.each( [
	[ 'is an error', () => json( {}, { status: 404 } ) ],
	[
		'has more tags than Next.js accepts',
		tagged(
			Array.from( { length: 120 }, ( _, id ) => `"post-${ id }"` ).join()
		),
	],
] )(
	'keeps a page for 10 seconds if a response %s',
	async ( _name, answer ) => {
		rest = answer;
		await wordpressFetch( URL, 'wp/v2/posts' );
		expect( cacheLife ).toHaveBeenCalledExactlyOnceWith( {
			revalidate: 10,
			expire: 300,
		} );
		expect( cacheTag.mock.calls[ 0 ]?.length ).toBeLessThan( 128 );
	}
);

test( 'keeps a page for a minute if a response has no tags, and not for less than Next.js stores', async () => {
	rest = () => json( [] );
	await wordpressFetch( URL, 'my-plugin/v1/prices' );
	expect( cacheLife ).toHaveBeenCalledExactlyOnceWith( {
		revalidate: 60,
		expire: 300,
	} );
} );

test.each( [
	[ '60;reason="option ticker"', { revalidate: 60, expire: 300 } ],
	[ '1200', { revalidate: 1_200, expire: 2_400 } ],
] )(
	'keeps a page no longer than a response allows with the header “%s”, and its tags',
	async ( lifetime, expected ) => {
		rest = () =>
			json( [], {
				headers: {
					'cache-groups': '"post-1"',
					'headless-deploy-lifetime': lifetime,
				},
			} );
		await wordpressFetch( URL, 'wp/v2/posts/1' );
		expect( cacheLife ).toHaveBeenCalledExactlyOnceWith( expected );
		expect( cacheTag.mock.calls ).toEqual( [ [ 'all', 'post-1' ] ] );
	}
);

test( 'finds the new path of an old address, with the tags of its post', async () => {
	rest = tagged( '"post-7"', { path: '/new/' } );
	expect( await movedTo( URL, '/old/' ) ).toBe( '/new/' );
	expect( fetched[ 0 ]?.url ).toBe(
		`${ URL }/wp-json/headless-deploy/v1/moved?path=%2Fold%2F`
	);
	expect( cacheTag.mock.calls ).toEqual( [ [ 'all', 'post-7' ] ] );
	rest = () => json( {}, { status: 404 } );
	expect( await movedTo( URL, '/never/' ) ).toBeNull();
} );

test( 'says what to set if the address of WordPress is missing', async () => {
	await expect( wordpressFetch( undefined, 'wp/v2/posts' ) ).rejects.toThrow(
		'The option url is undefined. Set it to the address of WordPress.'
	);
} );

test( 'keeps a page for as long as the caller wants', async () => {
	const lifetime = { maxAge: 600, staleWhileRevalidate: 1_200 };
	await wordpressFetch( URL, 'wp/v2/posts', lifetime );
	expect( cacheLife ).toHaveBeenCalledExactlyOnceWith( {
		revalidate: 600,
		expire: 1_800,
	} );
	expect( fetched[ 0 ]?.init ).toEqual( {} );
} );

test( 'does not cache a page with a draft', async () => {
	rest = tagged( '"post-1"', { status: 'draft' } );
	await wordpressFetch( URL, 'wp/v2/posts/1' );
	expect( cacheLife ).toHaveBeenCalledExactlyOnceWith( {
		revalidate: 0,
		expire: 0,
	} );
} );

test( 'does not cache a request with credentials', async () => {
	const headers = { authorization: 'Basic x' };
	await wordpressFetch( URL, 'wp/v2/posts', { headers } );
	expect( cacheLife ).toHaveBeenCalledExactlyOnceWith( {
		revalidate: 0,
		expire: 0,
	} );
	expect( fetched[ 0 ]?.init ).toEqual( { headers, cache: 'no-store' } );
} );

test( 'sends the changes since the last process to its own route, until that succeeds', async () => {
	vi.useFakeTimers();
	vi.stubEnv( 'PORT', '3210' );
	const fake = makeFakeWordPress();
	const { POST } = refreshRoute( fake.options );
	const routes: string[] = [];
	const statuses: number[] = [];
	refreshAtStart( {
		...fake.options,
		async fetch( input, init = {} ) {
			if ( init.method !== 'POST' ) {
				return fake.options.fetch!( input, init );
			}
			const url = String( input );
			routes.push( url );
			// The server does not listen at the first attempt.
			const answer =
				routes.length === 1
					? new Response( null, { status: 503 } )
					: await POST( new Request( url, init ) );
			statuses.push( answer.status );
			return answer;
		},
	} );
	expect( routes ).toEqual( [] );
	for ( let second = 0; second < 5; second++ ) {
		fake.now += 1000;
		await vi.advanceTimersByTimeAsync( 1000 );
		// Web Crypto does not wait for the timers of the test.
		await vi.waitFor( () =>
			expect( statuses ).toHaveLength( Math.min( 2, second + 1 ) )
		);
	}
	expect( routes[ 0 ] ).toBe( 'http://localhost:3210/api/refresh' );
	expect( statuses ).toEqual( [ 503, 200 ] );
	expect( revalidateTag ).toHaveBeenCalledExactlyOnceWith( 'all', {
		expire: 0,
	} );
} );

test( 'renders the mark as an element', () => {
	expect(
		Mark( { posts: [ { modified_gmt: '2026-11-21T10:00:00' } ] } )
	).toMatchObject( {
		type: 'meta',
		props: { name: 'headless-deploy', content: '2026-11-21T10:00:00Z' },
	} );
	expect( Mark( { posts: [] } ) ).toBe( '' );
} );
