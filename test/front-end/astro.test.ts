import { beforeEach, expect, test, vi } from 'vitest';
import { createWordPress } from '../../src/front-end/astro.ts';
import { json, makeFakeWordPress } from './fake-wordpress.ts';
import { aChange, bodyOf, signedRequest } from './signed-request.ts';

let fake: ReturnType< typeof makeFakeWordPress >;

function anAstro( { enabled = true } = {} ) {
	return {
		cache: {
			enabled,
			set: vi.fn(),
			// Astro throws without a cache provider.
			invalidate: vi.fn( async () => {
				if ( ! enabled ) {
					throw new Error( 'CacheNotEnabled' );
				}
			} ),
		},
		response: { headers: new Headers() },
	};
}

beforeEach( () => {
	fake = makeFakeWordPress();
	fake.rest = () => json( {}, { headers: { 'cache-groups': '"post-1"' } } );
} );

test( 'sets the cache and the headers of a page', async () => {
	const astro = anAstro();
	const page = createWordPress( fake.options ).page( astro );
	await page.fetch( 'wp/v2/posts/1' );
	page.send();
	expect( astro.cache.set ).toHaveBeenCalledExactlyOnceWith( {
		maxAge: 3_600,
		swr: 86_400,
		tags: [ 'all', 'post-1' ],
	} );
	expect( astro.response.headers.get( 'cache-groups' ) ).toBe(
		'"all", "post-1"'
	);
} );

test( 'sets the cache of an endpoint, which passes the headers to its response', async () => {
	const { cache } = anAstro();
	const context = { cache, request: new Request( 'https://a.example/' ) };
	const page = createWordPress( fake.options ).page( context );
	await page.fetch( 'wp/v2/posts/1' );
	page.send();
	expect( cache.set ).toHaveBeenCalledExactlyOnceWith( {
		maxAge: 3_600,
		swr: 86_400,
		tags: [ 'all', 'post-1' ],
	} );
	expect( page.headers()[ 'cache-tag' ] ).toBe( 'all,post-1' );
} );

test( 'keeps a page as long as WordPress allows', async () => {
	fake.rest = () =>
		json(
			{},
			{
				headers: {
					'cache-groups': '"post-1"',
					'headless-deploy-lifetime': '45;reason="option ticker"',
				},
			}
		);
	const astro = anAstro();
	const page = createWordPress( fake.options ).page( astro );
	await page.fetch( 'wp/v2/posts/1' );
	page.send();
	expect( astro.cache.set ).toHaveBeenCalledExactlyOnceWith( {
		maxAge: 45,
		swr: 45,
		tags: [ 'all', 'post-1' ],
	} );
} );

test( 'keeps a private page out of the cache', async () => {
	const astro = anAstro();
	const page = createWordPress( fake.options ).page( astro );
	await page.fetch( 'wp/v2/posts/1?context=edit' );
	page.send();
	expect( astro.cache.set ).toHaveBeenCalledExactlyOnceWith( false );
	expect( astro.response.headers.get( 'cache-control' ) ).toBe(
		'private, no-store'
	);
} );

test( 'invalidates the tags of a refresh request', async () => {
	const onChange = vi.fn();
	const { cache } = anAstro();
	const { POST } = createWordPress( {
		...fake.options,
		store: { get: () => 4790, set: () => {} },
		onChange,
	} );
	const request = signedRequest( { body: bodyOf( aChange() ) } );
	expect( ( await POST( { request, cache } ) ).status ).toBe( 200 );
	expect( cache.invalidate ).toHaveBeenCalledExactlyOnceWith( {
		tags: [ 'post-123', 'post-list' ],
	} );
	expect( onChange ).toHaveBeenCalledExactlyOnceWith( aChange() );
} );

test( 'invalidates everything when the first page is rendered', async () => {
	const astro = anAstro();
	const page = createWordPress( fake.options ).page( astro );
	await page.fetch( 'wp/v2/posts/1' );
	expect( astro.cache.invalidate ).toHaveBeenCalledExactlyOnceWith( {
		tags: [ 'all' ],
	} );
} );

test.each( [ anAstro( { enabled: false } ).cache, undefined ] )(
	'works without a cache provider',
	async ( cache ) => {
		const wordpress = createWordPress( fake.options );
		const { response } = anAstro();
		const page = wordpress.page( { cache, response } );
		await page.fetch( 'wp/v2/posts/1' );
		page.send();
		expect( response.headers.has( 'cache-groups' ) ).toBe( true );
		const request = signedRequest( { body: bodyOf( aChange() ) } );
		expect( ( await wordpress.POST( { request, cache } ) ).status ).toBe(
			200
		);
		expect( cache?.set ?? vi.fn() ).not.toHaveBeenCalled();
	}
);
