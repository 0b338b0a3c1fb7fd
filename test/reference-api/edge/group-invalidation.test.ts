import { expect, test } from 'vitest';
import { held, makeSite, siteOf } from './test-edge.ts';
import type { Site } from './test-edge.ts';

const FRESH = { 'cache-control': 's-maxage=60' };
const IN_A = { ...FRESH, 'cache-groups': '"a"' };
const INVALIDATES_A = { 'cache-group-invalidation': '"a"' };

/** Creates a site whose pages are in the groups that their query names; its other methods invalidate these groups. */
function siteWithGroups() {
	return makeSite( ( request, response ) => {
		const { method = '', url = '' } = request;
		const [ path = '', groups = '' ] = url.split( '?' );
		const [ status = '200' ] = path.match( /\d{3}/ ) ?? [];
		const name = [ 'GET', 'HEAD' ].includes( method )
			? 'cache-groups'
			: 'cache-group-invalidation';
		response.writeHead( Number( status ), {
			...FRESH,
			[ name ]: `"${ groups.replaceAll( ',', '", "' ) }"`,
		} );
		response.end( path );
	} );
}

async function labels( site: Site, ...paths: string[] ) {
	const answers = await Promise.all(
		paths.map( ( path ) => site.request( path ) )
	);
	return answers.map( ( { label } ) => label ).join( ' ' );
}

test.each( [ 'POST', 'PUT', 'PATCH', 'DELETE' ] )(
	'an unsafe request with %s invalidates the groups that its response names, on all host names',
	async ( method ) => {
		const site = await makeSite(
			( request, response ) => {
				response.writeHead(
					200,
					request.method === 'GET' ? IN_A : INVALIDATES_A
				);
				response.end();
			},
			{ allowHosts: [ 'other' ] }
		);
		const onOther = {
			headers: { host: `other:${ site.port }` },
		};
		await site.request( '/page', onOther );
		await site.request( '/api', { method } );
		const { label } = await site.request( '/page', onOther );
		expect( label ).toBe( 'MISS' );
	}
);

test( 'an unsafe request leaves other pages in the cache', async () => {
	const site = await siteWithGroups();
	const paths = [ '/1?a', '/2?a,b', '/3?b', '/4?A' ];
	await labels( site, ...paths );
	await site.request( '/api?a,none', { method: 'POST' } );
	expect( await labels( site, ...paths ) ).toBe( 'MISS MISS HIT HIT' );
	expect( await labels( site, ...paths ) ).toBe( 'HIT HIT HIT HIT' );
} );

test.each( [
	[ 'POST', '/404?a' ],
	[ 'POST', '/500?a' ],
	[ 'OPTIONS', '/api?a' ],
] )(
	'an unsafe request invalidates no group as %s %s',
	async ( method, path ) => {
		const site = await siteWithGroups();
		await labels( site, '/1?a' );
		await site.request( path, { method } );
		expect( await labels( site, '/1?a' ) ).toBe( 'HIT' );
	}
);

test( 'an unsafe request invalidates groups also when it redirects', async () => {
	const site = await siteWithGroups();
	await labels( site, '/1?a' );
	await site.request( '/303?a', { method: 'POST' } );
	expect( await labels( site, '/1?a' ) ).toBe( 'MISS' );
} );

test( 'a GET whose response names groups to invalidate invalidates none', async () => {
	const site = await siteOf( { headers: { ...IN_A, ...INVALIDATES_A } } );
	await labels( site, '/1', '/2' );
	expect( await labels( site, '/1', '/2' ) ).toBe( 'HIT HIT' );
} );

test( 'Cache-Status names the invalidated group of a page', async () => {
	const site = await siteWithGroups();
	const long = 'x'.repeat( 200 );
	await site.request( `/1?a,${ long }` );
	site.edge.invalidateGroups( [ 'a' ], 'by sam' );
	const head = await site.request( `/1?a,${ long }`, { method: 'HEAD' } );
	expect( head.note ).toBe(
		'headless-deploy; fwd=stale; fwd-status=200; detail="The cache group a was invalidated"'
	);
	const { note } = await site.request( `/1?a,${ long }` );
	expect( note ).toBe(
		'headless-deploy; fwd=stale; fwd-status=200; stored; ttl=60; detail="The cache group a was invalidated"'
	);
	site.edge.invalidateGroups( [ long ], 'by sam' );
	expect( ( await site.request( `/1?a,${ long }` ) ).note ).toContain(
		`detail="The cache group ${ 'x'.repeat( 100 ) } was invalidated"`
	);
} );

test( 'Cache-Status says that an invalid Cache-Groups is ignored', async () => {
	const site = await siteOf( {
		headers: { ...FRESH, 'cache-groups': 'a, b' },
	} );
	const { note } = await site.request( '/1' );
	expect( note ).toContain(
		'stored; ttl=60; detail="Cache-Groups is ignored: it is not a list of strings"'
	);
} );

test( 'Cache-Groups and Cache-Group-Invalidation are passed on, Cache-Tag is not', async () => {
	const site = await siteOf(
		{
			headers: {
				...IN_A,
				...INVALIDATES_A,
				'cache-tag': 'b',
				etag: '"1"',
			},
		},
		{ headers: { 'cache-tag': 'b' } }
	);
	const passed = { 'cache-groups': '"a"', ...INVALIDATES_A };
	const conditional = { headers: { 'if-none-match': '"1"' } };
	for ( const answer of [
		await site.request( '/1' ),
		await site.request( '/1' ),
		await site.request( '/1', conditional ),
	] ) {
		expect( answer.headers ).toMatchObject( passed );
		expect( answer.headers ).not.toHaveProperty( 'cache-tag' );
	}
	const posted = await site.request( '/1', { method: 'POST' } );
	expect( posted.headers ).not.toHaveProperty( 'cache-tag' );
	await site.request( '/2' );
} );

test( 'a group of Cache-Tag is invalidated like one of Cache-Groups', async () => {
	const site = await siteOf( { headers: { ...FRESH, 'cache-tag': 'b,c' } } );
	await site.request( '/1' );
	site.edge.invalidateGroups( [ 'c' ], 'by sam' );
	expect( await labels( site, '/1' ) ).toBe( 'MISS' );
} );

test( 'a response that was requested before an invalidation is not stored, and later visitors do not wait for it', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const before = site.request( '/1' );
	await app.arrived( 1 );
	site.edge.invalidateGroups( [ 'a' ], 'by sam' );
	const after = site.request( '/1' );
	await app.arrived( 2 );
	app.answer( { headers: IN_A, body: 'before' } );
	expect( ( await before ).text ).toBe( 'before' );
	expect( site.edge.report().entries ).toBe( 0 );
	app.answer( { headers: IN_A, body: 'after' } );
	expect( ( await after ).text ).toBe( 'after' );
	expect( await site.result( '/1' ) ).toBe( 'HIT after' );
} );

test( 'a response that was requested before an invalidation is not made fresh by a 304', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const headers = { ...IN_A, etag: '"1"' };
	const first = site.request( '/1' );
	await app.arrived( 1 );
	app.answer( { headers, body: 'old' } );
	await first;
	site.wait( 60 );
	const second = site.request( '/1' );
	await app.arrived( 2 );
	site.edge.invalidateGroups( [ 'a' ], 'by sam' );
	app.answer( { status: 304, headers } );
	await second;
	const third = site.request( '/1' );
	await app.arrived( 3 );
	app.answer( { headers, body: 'new' } );
	expect( ( await third ).text ).toBe( 'new' );
	expect( site.received[ 2 ]?.headers ).not.toHaveProperty( 'if-none-match' );
} );

test( 'an invalidated response is not sent while it is revalidated, though stale-while-revalidate allows it', async () => {
	const headers = {
		...IN_A,
		'cache-control': 's-maxage=60, stale-while-revalidate=60',
	};
	const site = await siteOf( { headers } );
	await site.request( '/1' );
	site.edge.invalidateGroups( [ 'a' ], 'by sam' );
	site.wait( 61 );
	expect( await site.result( '/1' ) ).toBe( 'MISS answer 2' );
} );

test( 'an invalidated response is not sent when the application fails, though stale-if-error allows it', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const headers = {
		...IN_A,
		'cache-control': 's-maxage=60, stale-if-error=600',
	};
	const first = site.request( '/1' );
	await app.arrived( 1 );
	app.answer( { headers } );
	await first;
	site.wait( 61 );
	const during = site.request( '/1' );
	await app.arrived( 2 );
	site.edge.invalidateGroups( [ 'a' ], 'by sam' );
	app.answer( { status: 503 } );
	expect( ( await during ).status ).toBe( 503 );
	site.upstream = null;
	expect( ( await site.request( '/1' ) ).status ).toBe( 503 );
} );

test( 'an invalidated response leaves the other variants of its URL in the cache', async () => {
	const site = await makeSite( ( request, response ) => {
		const language = request.headers[ 'x-lang' ]?.toString() ?? '';
		response.writeHead( 200, {
			...FRESH,
			vary: 'x-lang',
			'cache-groups': `"${ language }"`,
		} );
		response.end( language );
	} );
	const result = ( language: string ) =>
		site.result( '/', { 'x-lang': language } );
	await result( 'de' );
	await result( 'fr' );
	site.edge.invalidateGroups( [ 'fr' ], 'by sam' );
	expect( await result( 'de' ) ).toBe( 'HIT de' );
	expect( await result( 'fr' ) ).toBe( 'MISS fr' );
} );

test( 'a response in many groups uses more of the cache', async () => {
	const groups = Array.from( { length: 1000 }, ( _, index ) => `${ index }` );
	const site = await makeSite(
		( _request, response ) => {
			response.writeHead( 200, {
				...FRESH,
				'cache-tag': groups.join( ',' ),
			} );
			response.end();
		},
		{ maxBytes: 100_000 }
	);
	await site.request( '/1' );
	expect( site.edge.report().entries ).toBe( 0 );
} );

test( 'an evicted or purged page is in no group', async () => {
	const site = await siteWithGroups();
	await labels( site, '/1?a,b', '/2?b' );
	await site.request( '/1?a,b', { method: 'DELETE' } );
	expect( site.edge.listGroups( '' ).total ).toBe( 0 );
	await labels( site, '/1?a,b' );
	site.edge.purge( 2, 'by sam' );
	expect( site.edge.listGroups( '' ).total ).toBe( 0 );
} );

test( 'the report names the invalidated groups of the last hour, with the pages that they had', async () => {
	const site = await siteWithGroups();
	await labels( site, '/1?a', '/2?a,b' );
	site.edge.invalidateGroups( [ 'old' ], 'by sam' );
	site.wait( 3600 );
	const names = Array.from( { length: 11 }, ( _, index ) => `n${ index }` );
	await site.request( `/api/refresh?a,${ names.join( ',' ) }`, {
		method: 'POST',
	} );
	const { invalidations } = site.edge.report();
	expect( invalidations ).toMatchObject( [
		{ by: 'by POST /api/refresh', total: 12 },
	] );
	expect( invalidations[ 0 ]?.groups ).toHaveLength( 10 );
	expect( invalidations[ 0 ]?.groups.slice( 0, 2 ) ).toEqual( [
		{ name: 'a', entries: 2 },
		{ name: 'n0', entries: 0 },
	] );
} );
