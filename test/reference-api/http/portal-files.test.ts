import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerPortalFiles } from '../../../src/reference-api/http/portal-files.ts';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';

const SCRIPT = 'console.log( 1 );';
let folder = '';

beforeAll( () => {
	folder = mkdtempSync( path.join( os.tmpdir(), 'portal-files-' ) );
	mkdirSync( path.join( folder, 'assets' ) );
	writeFileSync( path.join( folder, 'index.html' ), '<title>Portal</title>' );
	writeFileSync( path.join( folder, 'icon.svg' ), '<svg/>' );
	writeFileSync( path.join( folder, 'assets', 'main-1a2b.js' ), SCRIPT );
	writeFileSync(
		path.join( folder, 'assets', 'main-1a2b.js.gz' ),
		gzipSync( SCRIPT )
	);
} );

afterAll( () => rmSync( folder, { recursive: true } ) );

function get( url: string, headers: Record< string, string > = {} ) {
	const app = Fastify();
	app.setErrorHandler( ( error, _request, reply ) =>
		reply
			.status( error instanceof HostingError ? error.status : 500 )
			.send( { message: String( error ) } )
	);
	registerPortalFiles( app, [ path.join( folder, 'missing' ), folder ] );
	return app.inject( { url: `/portal${ url }`, headers } );
}

test.each( [ '', '/', '/accounts/acme/apps/shop', '/index.html' ] )(
	'serves the page of the portal at “%s”, and browsers ask for it each time',
	async ( url ) => {
		const { body, headers } = await get( url );
		expect( body ).toContain( 'Portal' );
		expect( headers[ 'content-type' ] ).toContain( 'text/html' );
		expect( headers[ 'cache-control' ] ).toBe( 'no-cache' );
	}
);

test( 'allows only scripts of its own, and no frame around it', async () => {
	const { headers } = await get( '/' );
	const policy = String( headers[ 'content-security-policy' ] );
	expect( policy ).toContain( "default-src 'none'" );
	expect( policy ).toContain( "script-src 'self';" );
	expect( policy ).toContain( "connect-src 'self'" );
	expect( policy ).toContain( "frame-ancestors 'none'" );
} );

test( 'lets browsers keep the assets, whose names change with their content', async () => {
	const { body, headers } = await get( '/assets/main-1a2b.js' );
	expect( body ).toBe( SCRIPT );
	expect( headers[ 'cache-control' ] ).toContain( 'immutable' );
	expect( headers.vary ).toBe( 'accept-encoding' );
} );

test( 'sends the compressed copy to browsers that accept it', async () => {
	const { rawPayload, headers } = await get( '/assets/main-1a2b.js', {
		'accept-encoding': 'gzip, br',
	} );
	expect( headers[ 'content-encoding' ] ).toBe( 'gzip' );
	expect( gunzipSync( rawPayload ).toString() ).toBe( SCRIPT );
} );

test.each( [
	'/assets/main-0000.js',
	'/assets/../../package.json',
	'/assets/..%2f..%2fpackage.json',
] )( 'the portal has no asset “%s”', async ( url ) => {
	expect( ( await get( url ) ).statusCode ).not.toBe( 200 );
} );

test( 'says how to build the portal if it was not built', async () => {
	const app = Fastify();
	app.setErrorHandler( ( error, _request, reply ) =>
		reply.status( 503 ).send( { message: String( error ) } )
	);
	registerPortalFiles( app, [ path.join( folder, 'missing' ) ] );
	const { body, statusCode } = await app.inject( { url: '/portal' } );
	expect( statusCode ).toBe( 503 );
	expect( body ).toContain( 'npm run build:portal' );
} );

describe( 'the first document of the built portal', () => {
	const app = Fastify();
	registerPortalFiles( app );
	app.all( '*', ( _request, reply ) => reply.status( 401 ).send() );
	const types: Record< string, RegExp > = {
		'.css': /^text\/css\b/,
		'.js': /^text\/javascript\b/,
		'.svg': /^image\/svg\+xml\b/,
	};

	test.each( [
		'/portal',
		'/portal/',
		'/portal/accounts/acme/apps/shop/environments/1/builds/2',
	] )(
		'the first document of the built portal gets each of its files at “%s”, with its type',
		async ( address ) => {
			const { body } = await app.inject( address );
			const names = [
				...body.matchAll( /\b(?:href|src)="([^"]+)"/g ),
			].map( ( [ , name = '' ] ) => name );
			const files = names.map(
				( name ) =>
					new URL( name, new URL( address, 'http://localhost' ) )
						.pathname
			);
			expect(
				files.map( ( file ) => path.extname( file ) ).sort()
			).toEqual( expect.arrayContaining( [ '.css', '.js', '.svg' ] ) );
			for ( const file of files ) {
				const { statusCode, headers } = await app.inject( file );
				expect( statusCode, file ).toBe( 200 );
				expect( headers[ 'content-type' ], file ).toMatch(
					types[ path.extname( file ) ] ?? /^$/
				);
			}
		}
	);
} );
