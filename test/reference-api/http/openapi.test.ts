/**
 * Runs every documented request and every documented answer against the running server: a route, a status, a header
 * or a field that `/openapi.json` lacks is a failure, and so is a promise that nothing keeps.
 */
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RouteRegistry } from '../../../src/reference-api/http/route-registry.ts';
import { differences, operationsOf } from './document-check.ts';
import type { Document, Operation } from './document-check.ts';
import { scripts } from './document-scripts.ts';
import { makeWalk } from './document-walk.ts';
import type { Walk } from './document-walk.ts';

let walk: Walk;
let document: Document;
let operations: Operation[];
let routes: RouteOptions[];

beforeAll( async () => {
	const watch = vi.spyOn( RouteRegistry.prototype, 'watch' );
	walk = await makeWalk();
	( { document } = walk );
	operations = operationsOf( document );
	const [ known ] = watch.mock.contexts;
	routes = known instanceof RouteRegistry ? known.all() : [];
	watch.mockRestore();
} );

afterAll( () => walk.close() );

test( 'the document is OpenAPI 3.1', () => {
	expect( document ).toMatchObject( {
		openapi: '3.1.0',
		info: {
			title: expect.any( String ),
			version: expect.any( String ),
		},
	} );
} );

test( 'the document has every route of the server except the portal’s pages', () => {
	const wanted = routes
		.filter( ( { url } ) => url !== '/' && ! /^\/portal(\/|$)/.test( url ) )
		.filter( ( { schema } ) => schema?.hide !== true )
		.flatMap( ( { method, url } ) =>
			[ method ].flat().map( ( name ) => `${ name } ${ toPath( url ) }` )
		)
		.filter( ( name ) => ! name.startsWith( 'HEAD ' ) );
	const documented = operations.map(
		( { method, path } ) => `${ method } ${ path }`
	);
	expect( documented.sort() ).toEqual( wanted.sort() );
} );

test( 'the document names each operation once, with a summary, a tag and what it answers', () => {
	const ids = operations.map( ( { operationId } ) => operationId );
	expect( new Set( ids ).size ).toBe( ids.length );
	const tags = document.tags.map( ( { name } ) => name );
	for ( const { operationId, summary, tags: own, responses } of operations ) {
		expect( operationId ).toMatch( /^[a-z]\w+$/ );
		expect( summary ).toMatch( /^[A-Z].*[^.]$/ );
		expect( tags ).toEqual( expect.arrayContaining( own ) );
		expect( own ).toHaveLength( 1 );
		expect( Object.keys( responses )[ 0 ] ).toMatch( /^2\d\d$/ );
	}
} );

test( 'the document describes each parameter', () => {
	for ( const { operationId, parameters = [] } of operations ) {
		for ( const { name, description } of parameters ) {
			expect(
				`${ operationId } ${ name } ${ description }`
			).not.toContain( 'undefined' );
		}
	}
} );

test( 'the document has each parameter and each error response as a component', () => {
	const { parameters, responses } = document.components;
	const uses = Object.values( document.paths )
		.flatMap( ( methods ) => Object.values( methods ) )
		.flatMap( ( operation ) => [
			...( operation.parameters ?? [] ),
			...Object.entries( operation.responses )
				.filter( ( [ status ] ) => ! status.startsWith( '2' ) )
				.map( ( [ , response ] ) => response ),
		] )
		.map( ( item ) => ( '$ref' in item ? item.$ref : item ) );
	expect( [ ...new Set( uses ) ].sort() ).toEqual(
		[
			...Object.keys( parameters ).map(
				( name ) => `#/components/parameters/${ name }`
			),
			...Object.keys( responses ).map(
				( name ) => `#/components/responses/${ name }`
			),
		].sort()
	);
} );

test( 'the document says of an unknown method which ones the path has', () => {
	expect( document.components.responses.MethodNotAllowed ).toMatchObject( {
		description: 'The path does not have this method.',
		headers: { Allow: { schema: { type: 'string' } } },
	} );
} );

test( 'each operation has a script in this file, and no other', () => {
	const ids = operations.map( ( { operationId } ) => operationId );
	expect( Object.keys( scripts ).sort() ).toEqual( ids.sort() );
} );

/** A path as the document writes it. */
function toPath( url: string ): string {
	return url
		.replace( '/webhooks/:webhook', '/webhooks/webhook::{action}' )
		.replace( /(?<!:):(\w+)(\([^)]*\))?/g, '{$1}' )
		.replaceAll( '::', ':' );
}

describe( 'each documented request and answer', () => {
	test.each( Object.keys( scripts ) )( '%s', async ( id ) => {
		const operation = operations.find(
			( item ) => item.operationId === id
		);
		if ( ! operation ) {
			throw new Error( `The document lacks ${ id }.` );
		}
		const seen = await walk.run( operation, scripts[ id ] );
		const promised = Object.keys( operation.responses ).filter(
			( status ) => status !== 'default'
		);
		expect( seen.problems ).toEqual( [] );
		expect( [ ...seen.statuses ].map( String ) ).toEqual(
			expect.arrayContaining( promised )
		);
	} );

	test( 'any other error is answered as the document says', async () => {
		const headers = { 'x-large': 'x'.repeat( 17 * 1024 ) };
		for ( const { method, path, responses } of operations ) {
			const response = await walk.request( path, { method, headers } );
			expect( responses ).not.toHaveProperty( [ response.status ] );
			const media = responses.default?.content?.[ 'application/json' ];
			expect(
				differences(
					document,
					media?.schema ?? { not: {} },
					await response.json()
				)
			).toEqual( [] );
		}
	} );
} );
