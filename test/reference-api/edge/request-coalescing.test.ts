import { request as askHttp } from 'node:http';
import { expect, test } from 'vitest';
import { held, makeSite } from './test-edge.ts';

const FRESH = { 'cache-control': 's-maxage=60' };
const VISITORS = 5;

function several< T >( make: () => T ): T[] {
	return Array.from( { length: VISITORS }, make );
}

test( 'visitors of the same URL at the same time share one request to the application', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const first = site.request( '/a' );
	await app.arrived( 1 );
	const others = several( () => site.request( '/a' ) );
	app.answer( { headers: FRESH, body: 'one' } );
	expect( ( await first ).label ).toBe( 'MISS' );
	for ( const answer of await Promise.all( others ) ) {
		expect( answer.text ).toBe( 'one' );
		expect( answer.label ).toBe( 'HIT' );
	}
	expect( site.received ).toHaveLength( 1 );
} );

test( 'visitors of the same URL at the same time get a Cache-Status that says so', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const first = site.request( '/a' );
	await app.arrived( 1 );
	const second = site.request( '/a' );
	// The second is here as soon as another address is answered, for connections are taken in turn.
	const other = site.request( '/b' );
	await app.arrived( 2 );
	app.answer( { headers: FRESH } );
	app.answer( { headers: FRESH } );
	await Promise.all( [ first, other ] );
	expect( ( await second ).note ).toBe(
		'headless-deploy; fwd=uri-miss; collapsed; ttl=60'
	);
} );

test( 'visitors of the same URL at the same time are forwarded at the same time if the response is not cacheable', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const first = site.request( '/a' );
	await app.arrived( 1 );
	const others = several( () => site.request( '/a' ) );
	app.answer( { headers: { 'cache-control': 'no-store' } } );
	expect( ( await first ).label ).toBe( 'BYPASS' );
	await app.arrived( 1 + VISITORS );
	others.forEach( ( _other, index ) =>
		app.answer( { body: String( index ) } )
	);
	const texts = ( await Promise.all( others ) ).map( ( { text } ) => text );
	expect( new Set( texts ).size ).toBe( VISITORS );
} );

test( 'visitors of the same URL at the same time are forwarded as soon as the headers show that the response is not cacheable', async () => {
	const end = Promise.withResolvers< void >();
	const site = await makeSite( ( _request, response ) => {
		response.writeHead( 200, { 'cache-control': 'no-store' } );
		response.write( 'begins' );
		void end.promise.then( () => response.end() );
	} );
	const first = site.request( '/a' );
	const second = site.request( '/a' );
	await expect.poll( () => site.received.length ).toBe( 2 );
	end.resolve();
	expect( ( await first ).text ).toBe( 'begins' );
	expect( ( await second ).text ).toBe( 'begins' );
} );

test( 'visitors of the same URL at the same time do not wait for each other if the last response was not cacheable', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const first = site.request( '/a' );
	await app.arrived( 1 );
	app.answer( { headers: { 'cache-control': 'no-store' } } );
	await first;
	const others = several( () => site.request( '/a' ) );
	await app.arrived( 1 + VISITORS );
	others.forEach( () => app.answer( { headers: FRESH } ) );
	await Promise.all( others );
	expect( ( await site.request( '/a' ) ).label ).toBe( 'HIT' );
} );

test( 'visitors of the same URL at the same time with several variants share one request for each', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const headers = { ...FRESH, vary: 'x-lang' };
	const inLanguage = ( language: string ) =>
		site.request( '/a', { headers: { 'x-lang': language } } );
	const first = inLanguage( 'de' );
	await app.arrived( 1 );
	const others = [ 'fr', 'fr', 'it', 'it', 'de' ].map( inLanguage );
	app.answer( { headers, body: 'de' } );
	await first;
	await app.arrived( 3 );
	app.answer( { headers, body: 'two' } );
	app.answer( { headers, body: 'three' } );
	const texts = ( await Promise.all( others ) ).map( ( { text } ) => text );
	expect( texts[ 4 ] ).toBe( 'de' );
	expect( texts[ 0 ] ).toBe( texts[ 1 ] );
	expect( texts[ 2 ] ).toBe( texts[ 3 ] );
	expect( texts[ 0 ] ).not.toBe( texts[ 2 ] );
	expect( site.received ).toHaveLength( 3 );
} );

test( 'visitors of the same URL at the same time continue with another request if the first visitor leaves', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const first = askHttp( {
		port: site.port,
		path: '/a',
		headers: { host: `localhost:${ site.port }` },
	} );
	first.on( 'error', () => {} );
	first.end();
	await app.arrived( 1 );
	const others = several( () => site.request( '/a' ) );
	const last = site.request( '/b' );
	await app.arrived( 2 );
	first.destroy();
	await app.arrived( 3 );
	site.received.forEach( () =>
		app.answer( { headers: FRESH, body: 'one' } )
	);
	await last;
	for ( const answer of await Promise.all( others ) ) {
		expect( answer ).toMatchObject( { status: 200, text: 'one' } );
	}
	expect( site.received ).toHaveLength( 3 );
} );

test( 'a purge does not store responses to earlier requests, and no visitor waits for them', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const before = site.request( '/a' );
	await app.arrived( 1 );
	site.edge.purge( 2, 'by sam' );
	const after = site.request( '/a' );
	await app.arrived( 2 );
	app.answer( { headers: FRESH, body: 'old' } );
	expect( ( await before ).text ).toBe( 'old' );
	app.answer( { headers: FRESH, body: 'new' } );
	expect( await after ).toMatchObject( { label: 'MISS', text: 'new' } );
	expect( await site.request( '/a' ) ).toMatchObject( {
		label: 'HIT',
		text: 'new',
	} );
} );

test( 'a purge lets visitors wait for each other again at URLs that were not cacheable', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	const before = site.request( '/a' );
	await app.arrived( 1 );
	app.answer( { headers: { 'cache-control': 'no-store' } } );
	await before;
	site.edge.purge( 2, 'by sam' );
	const first = site.request( '/a' );
	await app.arrived( 2 );
	const others = several( () => site.request( '/a' ) );
	// The others are here as soon as another address is asked for, for connections are taken in turn.
	const last = site.request( '/b' );
	await app.arrived( 3 );
	expect( site.received.map( ( { url } ) => url ) ).toEqual( [
		'/a',
		'/a',
		'/b',
	] );
	app.answer( { headers: FRESH } );
	app.answer( {} );
	await Promise.all( [ first, last, ...others ] );
} );

test( 'a purge is listed in the report', async () => {
	const app = held();
	const site = await makeSite( app.listener );
	site.edge.purge( 2, 'with build 42' );
	expect( site.edge.report().purges ).toMatchObject( [
		{ by: 'with build 42' },
	] );
} );
