import { expect, test } from 'vitest';
import CacheHandler from '../../src/front-end/next-cache.ts';
import FileSystemCache from './next-double.ts';
import type { Entry } from './next-double.ts';

function makeHandler( entry: Entry | null = null ): FileSystemCache {
	const handler = new CacheHandler( {} ) as FileSystemCache;
	handler.entry = entry;
	return handler;
}

function aValue( tags?: string ) {
	return {
		headers: tags === undefined ? {} : { 'x-next-cache-tags': tags },
	} as { headers: Record< string, unknown > };
}

const LATER = Date.now() + 1_000;

test( 'adds the tags of a page to its headers when it is stored', async () => {
	const value = aValue( '_N_T_/layout,_N_T_/one,all,post-1' );
	await makeHandler().set( 'one', value );
	expect( value.headers ).toEqual( {
		'x-next-cache-tags': '_N_T_/layout,_N_T_/one,all,post-1',
		'cache-groups': '"all", "post-1"',
	} );
} );

test( 'adds the tags of a page to its headers when it is read', async () => {
	const handler = makeHandler( {
		value: aValue( '_N_T_/layout,all,post-1' ),
		lastModified: LATER,
	} );
	const { headers } = ( await handler.get( 'one' ) )!.value!;
	expect( headers ).toMatchObject( { 'cache-groups': '"all", "post-1"' } );
	expect( headers ).not.toHaveProperty( 'cache-control' );
} );

test( 'lets other caches keep a page of an earlier process for 10 seconds', async () => {
	const handler = makeHandler( {
		value: aValue( 'all,post-1' ),
		lastModified: 1,
	} );
	expect( ( await handler.get( 'one' ) )!.value!.headers ).toMatchObject( {
		'cache-control': 'public, max-age=0, s-maxage=10',
	} );
} );

const MINUTE_MS = 60_000;

const A_MINUTE = {
	'cache-control':
		'public, max-age=0, s-maxage=60, stale-while-revalidate=60',
};

test( 'lets a page that lives for a minute be stale for another one, and keeps its tags', async () => {
	const value = aValue( 'all,post-1' );
	await makeHandler().set( 'one', value, {
		cacheControl: { revalidate: 60, expire: 90_000 },
	} );
	expect( value.headers ).toMatchObject( {
		...A_MINUTE,
		'cache-groups': '"all", "post-1"',
	} );
} );

test.each( [ 3_600, 600, false, undefined ] )(
	'leaves the lifetime of a page that is revalidated after %s seconds to Next.js',
	async ( revalidate ) => {
		const value = aValue( 'all,post-1' );
		await makeHandler().set( 'one', value, {
			cacheControl: { revalidate },
		} );
		expect( value.headers ).not.toHaveProperty( 'cache-control' );
	}
);

test.each( [
	[ 'returns', 'within two minutes', 1, true ],
	[ 'forgets', 'after two minutes', 3, false ],
] )(
	'%s a page that lives for a minute %s',
	async ( _verb, _when, minutes, isKept ) => {
		const value = { headers: { ...aValue( 'all' ).headers, ...A_MINUTE } };
		const lastModified = Date.now() - minutes * MINUTE_MS;
		const entry = await makeHandler( { value, lastModified } ).get( 'one' );
		expect( entry !== null ).toBe( isKept );
	}
);

test( 'keeps a page of an earlier process that is older than a minute', async () => {
	const handler = makeHandler( {
		value: aValue( 'all' ),
		lastModified: Date.now() - 10 * MINUTE_MS,
	} );
	expect( await handler.get( 'one' ) ).not.toBeNull();
	expect( await handler.get( 'one' ) ).not.toBeNull();
} );

test( 'lets other caches keep a page for 10 seconds if its tags do not fit into a header', async () => {
	const value = aValue( `all,${ 'x'.repeat( 8_000 ) }` );
	await makeHandler().set( 'one', value );
	expect( value.headers ).toMatchObject( {
		'cache-groups': '"all"',
		'cache-control': 'public, max-age=0, s-maxage=10',
	} );
} );

test.each( [ aValue(), aValue( '' ), aValue( '_N_T_/layout' ) ] )(
	'does not change a page without tags',
	async ( value ) => {
		const before = structuredClone( value );
		await makeHandler().set( 'one', value );
		expect( value ).toEqual( before );
	}
);

test( 'passes on that a page is not stored', async () => {
	const handler = makeHandler();
	expect( await handler.get( 'missing' ) ).toBeNull();
	await expect( handler.set( 'one', null ) ).resolves.toBeUndefined();
} );
