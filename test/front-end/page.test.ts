import { beforeEach, expect, test } from 'vitest';
import { makePage } from '../../src/front-end/page.ts';
import { json, makeFakeWordPress } from './fake-wordpress.ts';
import { aChange } from './signed-request.ts';

const HOUR = 3_600;
const DAY = 86_400;

let fake: ReturnType< typeof makeFakeWordPress >;

/** A response of the REST API with its tags. */
function tagged(
	groups = '"post-1", "post-list"',
	body: unknown = [ { id: 1, type: 'post' } ],
	headers: Record< string, string > = {}
) {
	return () =>
		json( body, { headers: { 'cache-groups': groups, ...headers } } );
}

function aPage() {
	return makePage( fake.options, fake.changes );
}

beforeEach( () => {
	fake = makeFakeWordPress();
	fake.rest = tagged();
} );

test( 'hands the tags of its responses on', async () => {
	const page = aPage();
	await page.fetch( 'wp/v2/posts' );
	fake.rest = tagged( '"post-2"' );
	await page.fetch( 'wp/v2/posts/2', { tags: [ 'menu-2' ] } );
	expect( page.tags ).toEqual( [
		'all',
		'post-1',
		'post-list',
		'post-2',
		'menu-2',
	] );
	expect( page.headers() ).toEqual( {
		'cache-control': `public, max-age=0, s-maxage=${ HOUR }, stale-while-revalidate=${ DAY }`,
		'cache-groups': '"all", "post-1", "post-list", "post-2", "menu-2"',
		'cache-tag': 'all,post-1,post-list,post-2,menu-2',
	} );
} );

test( 'reads groups with parameters and escaped characters', async () => {
	fake.rest = tagged(
		'"post-1";x="y\\"z", token;t="u", "a;b=\\"c";d;e=1 , "a\\\\b"'
	);
	const page = aPage();
	await page.fetch( 'wp/v2/posts' );
	expect( page.tags ).toEqual( [ 'all', 'post-1', 'a;b="c', 'a\\b' ] );
} );

test.each( [
	[
		'wp/v2/posts?slug=a',
		'https://cms.example.com/wp-json/wp/v2/posts?slug=a',
	],
	[ '/wp/v2/posts', 'https://cms.example.com/wp-json/wp/v2/posts' ],
	[ '//evil.example/x', 'https://cms.example.com/wp-json/evil.example/x' ],
	[ new URL( 'https://other.example/a' ), 'https://other.example/a' ],
] )( 'reads %s below the REST API', async ( path, url ) => {
	await aPage().fetch( path );
	expect( fake.restRequests[ 0 ]?.url ).toBe( url );
} );

test( 'passes the response and the options of fetch on', async () => {
	fake.rest = tagged( '"post-1"', { id: 1 }, { 'x-wp-total': '7' } );
	const headers = { 'accept-language': 'de' };
	const response = await aPage().fetch( 'wp/v2/posts/1', { headers } );
	expect( await response.json() ).toEqual( { id: 1 } );
	expect( response.headers.get( 'x-wp-total' ) ).toBe( '7' );
	expect( fake.restRequests[ 0 ]?.init ).toEqual( { headers } );
} );

test( 'catches up before the first content is read', async () => {
	const page = aPage();
	await page.fetch( 'wp/v2/posts' );
	expect( fake.applied ).toHaveLength( 1 );
	expect( page.maxAge ).toBe( HOUR );
} );

test( 'a page is fresh for 10 seconds while the changes are not known', async () => {
	fake.feed = () => new Error( 'ECONNREFUSED' );
	const page = aPage();
	await page.fetch( 'wp/v2/posts' );
	expect( page.headers()[ 'cache-control' ] ).toBe(
		'public, max-age=0, s-maxage=10'
	);
	expect( page.headers()[ 'cache-groups' ] ).toContain( '"post-1"' );
} );

test( 'a page is fresh for 10 seconds if something changed after its content was read', async () => {
	const page = aPage();
	await page.fetch( 'wp/v2/posts' );
	await fake.changes.apply( aChange( { since: 100, sequence: 101 } ) );
	expect( page.maxAge ).toBe( 10 );
	const later = aPage();
	await later.fetch( 'wp/v2/posts' );
	expect( later.maxAge ).toBe( HOUR );
} );

test.each( [
	[ 'is not found', () => json( {}, { status: 404 } ), [ 'post-1' ] ],
	[
		'has more tags than a header can hold',
		() => tagged( `"${ 'x'.repeat( 8_000 ) }"` )(),
	],
	[ 'has a tag that a header cannot hold', tagged(), [ 'größe' ] ],
] )(
	'a page is fresh for 10 seconds if a response %s',
	async ( _name, rest, tags: string[] = [] ) => {
		const page = aPage();
		fake.rest = rest;
		await page.fetch( 'wp/v2/posts', { tags } );
		fake.rest = tagged();
		await page.fetch( 'wp/v2/posts' );
		expect( page.maxAge ).toBe( 10 );
		expect( () => new Headers( page.headers() ) ).not.toThrow();
	}
);

test( 'a page is fresh for a minute, and stale for another, if a response has no tags', async () => {
	const page = aPage();
	await page.fetch( 'wp/v2/posts' );
	fake.rest = () => json( {} );
	await page.fetch( 'my-plugin/v1/prices' );
	expect( page.headers()[ 'cache-control' ] ).toBe(
		'public, max-age=0, s-maxage=60, stale-while-revalidate=60'
	);
} );

test.each( [
	[ '60;reason="option ticker"', [ 60, 60 ] ],
	[ '30', [ 30, 30 ] ],
	[ '7200;reason="block my/block"', [ 7_200, 7_200 ] ],
	[ '90000', [ DAY, DAY ] ],
	[ 'soon', [ 60, 60 ] ],
] )(
	'lives no longer than a response allows with the header “%s”, and keeps its tags',
	async ( lifetime, expected ) => {
		fake.rest = tagged(
			'"post-1"',
			{},
			{
				'headless-deploy-lifetime': lifetime,
			}
		);
		const page = makePage( { ...fake.options, maxAge: DAY }, fake.changes );
		await page.fetch( 'wp/v2/posts/1' );
		fake.rest = tagged( '"post-2"' );
		await page.fetch( 'wp/v2/posts/2' );
		expect( [ page.maxAge, page.staleWhileRevalidate ] ).toEqual(
			expected
		);
		expect( page.headers()[ 'cache-tag' ] ).toBe( 'all,post-1,post-2' );
	}
);

test( 'lives as long as others if the front end names what a response without tags depends on', async () => {
	const headers = { 'headless-deploy-lifetime': '60;reason="route"' };
	const page = aPage();
	fake.rest = () => json( [], { headers } );
	await page.fetch( 'my-plugin/v1/menu', { tags: [ 'menu-2' ] } );
	expect( page.maxAge ).toBe( HOUR );
	fake.rest = tagged( '"post-1"', [], headers );
	await page.fetch( 'wp/v2/posts/1', { tags: [ 'menu-2' ] } );
	expect( page.maxAge ).toBe( 60 );
} );

test( 'a page stays private if a private response has a lifetime', async () => {
	fake.rest = tagged(
		'"post-1"',
		{ status: 'draft' },
		{
			'headless-deploy-lifetime': '60',
		}
	);
	const page = aPage();
	await page.fetch( 'wp/v2/posts/1' );
	expect( page.maxAge ).toBe( 0 );
} );

test( 'finds the new path of an old address, with the tags of its post', async () => {
	fake.rest = tagged( '"post-7"', { path: '/new/' } );
	const page = aPage();
	expect( await page.movedTo( '/alt/über?&=#/' ) ).toBe( '/new/' );
	const url = new URL( fake.restRequests[ 0 ]!.url );
	expect( url.pathname ).toBe( '/wp-json/headless-deploy/v1/moved' );
	expect( [ ...url.searchParams ] ).toEqual( [
		[ 'path', '/alt/über?&=#/' ],
	] );
	expect( page.tags ).toEqual( [ 'all', 'post-7' ] );
	expect( page.maxAge ).toBe( HOUR );
} );

test.each( [
	[ '//evil.example/new/', '/new/' ],
	[ 'https://evil.example/new/', '/new/' ],
	[ '/%e6%97%a5/', '/%e6%97%a5/' ],
	[ '/日/', '/%E6%97%A5/' ],
	[ '/a\r\nX-Other: b/', '/aX-Other:%20b/' ],
] )(
	'redirects to a path of the site, which a header can hold: %j',
	async ( path, expected ) => {
		fake.rest = tagged( '"post-7"', { path } );
		expect( await aPage().movedTo( '/old/' ) ).toBe( expected );
	}
);

test( 'finds no new path of an address that no post had, and lives shortly', async () => {
	fake.rest = () =>
		json(
			{ code: 'headless_deploy_not_moved' },
			{ status: 404, headers: { 'headless-deploy-lifetime': '60' } }
		);
	const page = aPage();
	expect( await page.movedTo( '/never/' ) ).toBeNull();
	expect( page.maxAge ).toBe( 60 );
} );

test( 'works with functions that are taken out of the page', async () => {
	fake.rest = tagged( '"post-7"', { path: '/new/' } );
	const { fetch, movedTo, headers } = aPage();
	await fetch( 'wp/v2/posts/7' );
	expect( await movedTo( '/old/' ) ).toBe( '/new/' );
	expect( headers()[ 'cache-tag' ] ).toBe( 'all,post-7' );
} );

test.each( [ undefined, '', 'cms.example.com' ] )(
	'says what to set if the address of WordPress is “%s”',
	async ( url ) => {
		const options = { ...fake.options, url };
		const page = makePage( options, fake.changes );
		await expect( page.fetch( 'wp/v2/posts' ) ).rejects.toThrow(
			`The option url is ${ url }. Set it to the address of WordPress.`
		);
	}
);

test( 'a page is fresh for as long as the front end wants, and not longer than WordPress allows', async () => {
	const page = makePage(
		{ ...fake.options, maxAge: 90, staleWhileRevalidate: 0 },
		fake.changes
	);
	await page.fetch( 'wp/v2/posts' );
	expect( page.headers()[ 'cache-control' ] ).toBe(
		'public, max-age=0, s-maxage=90'
	);
	fake.rest = () => json( {} );
	await page.fetch( 'my-plugin/v1/prices' );
	expect( [ page.maxAge, page.staleWhileRevalidate ] ).toEqual( [ 60, 0 ] );
} );

test( 'a page is fresh for 10 seconds if WordPress cannot be reached', async () => {
	const page = aPage();
	await page.fetch( 'wp/v2/posts' );
	fake.rest = () => new Error( 'ECONNREFUSED' );
	await expect( page.fetch( 'wp/v2/posts' ) ).rejects.toThrow();
	expect( page.maxAge ).toBe( 10 );
} );

test( 'accepts a response without tags if the caller names them', async () => {
	fake.rest = () => json( { name: 'My site' } );
	const page = aPage();
	await page.fetch( '/', { tags: [ 'option-blogname' ] } );
	expect( page.maxAge ).toBe( HOUR );
} );

test( 'accepts a GraphQL query if the caller names its tags', async () => {
	fake.rest = () => json( { data: {} } );
	const query = { method: 'POST', body: '{"query":"{ posts { id } }"}' };
	const page = aPage();
	await page.fetch( 'https://cms.example.com/graphql', {
		...query,
		tags: [ 'post-list' ],
	} );
	expect( page.maxAge ).toBe( HOUR );
	await page.fetch( 'https://cms.example.com/graphql', query );
	expect( page.maxAge ).toBe( 60 );
} );

test.each( [
	[ 'credentials', 'wp/v2/posts', { headers: { Authorization: 'Basic x' } } ],
	[ 'a cookie', 'wp/v2/posts', { headers: [ [ 'Cookie', 'a=b' ] ] } ],
	[ 'the context “edit”', 'wp/v2/posts?context=edit', {} ],
	[ 'drafts', 'wp/v2/posts?status=draft', {} ],
	[ 'drafts in a list', 'wp/v2/posts?status[]=publish&status[]=draft', {} ],
	[ 'drafts too', 'wp/v2/posts?status=draft,publish', {} ],
	[ 'a password', 'wp/v2/posts/1?password=secret', {} ],
] as [ string, string, RequestInit ][] )(
	'a page is private after a request with %s',
	async ( _name, path, init ) => {
		const page = aPage();
		await page.fetch( path, init );
		await page.fetch( 'wp/v2/posts' );
		expect( page.maxAge ).toBe( 0 );
		expect( page.headers() ).toEqual( {
			'cache-control': 'private, no-store',
		} );
	}
);

test.each( [
	[ 'is a draft', tagged( '"post-1"', { id: 1, status: 'draft' } ) ],
	[
		'contains a private post',
		tagged( '"post-1"', [ { status: 'publish' }, { status: 'private' } ] ),
	],
	[
		'is for a user who is signed in',
		tagged(
			'"post-1"',
			{},
			{
				'cache-control':
					'no-cache, must-revalidate, max-age=0, no-store, private',
			}
		),
	],
] )( 'a page is private after a response that %s', async ( _name, rest ) => {
	fake.rest = rest;
	const page = aPage();
	await page.fetch( 'wp/v2/posts/1' );
	expect( page.maxAge ).toBe( 0 );
} );

test.each( [
	[ 'published posts', 'wp/v2/posts?status=publish', { status: 'publish' } ],
	[ 'an attachment', 'wp/v2/media/1', { status: 'inherit' } ],
	[ 'comments', 'wp/v2/comments', [ { status: 'approved' } ] ],
	[ 'the context “embed”', 'wp/v2/posts?context=embed', {} ],
] )( 'a page is public after %s', async ( _name, path, body ) => {
	fake.rest = tagged( '"post-1"', body );
	const page = aPage();
	await page.fetch( path );
	expect( page.maxAge ).toBe( HOUR );
} );
