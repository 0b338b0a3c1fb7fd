/** Small projects of many frameworks, packed as `deploy` packs them, built and served by the platform. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { zipFolder } from '../../src/cli/deploy/zip-folder.ts';
import { readFrameworkProjects } from '../../src/dev-kit/docs/framework-projects.ts';
import { buildOf } from '../reference-api/builds/deploy.ts';
import {
	json,
	makePlace,
	routeOf,
	temporaryFolder,
	uploadAndWait,
	visit,
} from '../reference-api/test-platform.ts';
import { NO_TELEMETRY } from './telemetry.ts';

/** Lines of the log that a failure prints. */
const LOG_LINES = 80;

/** Scripts and style sheets of a page. */
const ASSET = /\b(?:src|href)="([^"]+\.(?:js|css))"/g;

async function pack( folder: string ): Promise< Buffer > {
	const target = path.join( await temporaryFolder(), 'code.zip' );
	await zipFolder( folder, target, new AbortController().signal );
	return readFile( target );
}

/** Builds a project on a platform of its own. */
async function build( folder: string, rootDirectory = '' ) {
	const { platform, place } = await makePlace( {}, NO_TELEMETRY );
	if ( rootDirectory ) {
		const { status } = await platform.request(
			routeOf( '/v1', place ),
			json( { rootDirectory }, 'PATCH' )
		);
		expect( status ).toBe( 200 );
	}
	await uploadAndWait( platform, place, await pack( folder ) );
	const found = await buildOf( platform, place );
	return {
		state: found.build.state,
		message: found.build.error,
		log: found.lines.slice( -LOG_LINES ).join( '\n' ),
		get: ( address: string ) => visit( platform, place, address ),
	};
}

test.for( readFrameworkProjects() )(
	'builds and serves $description',
	async ( { name, folder, rootDirectory } ) => {
		const { state, message, log, get } = await build(
			folder,
			rootDirectory
		);
		expect( state, `${ message }\n${ log }` ).toBe( 'live' );

		const page = await get( '/' );
		const html = await page.text();
		expect( page.status, `${ html }\n${ log }` ).toBe( 200 );
		expect( html ).toMatch(
			new RegExp( `<h1[^>]*>Page of ${ name }</h1>` )
		);
		const assets = [ ...html.matchAll( ASSET ) ].map(
			( [ , address = '' ] ) => new URL( address, 'http://x/' ).pathname
		);
		expect( assets, html ).not.toEqual( [] );
		for ( const address of assets ) {
			const asset = await get( address );
			expect( asset.status, address ).toBe( 200 );
			expect( asset.headers.get( 'content-type' ), address ).toMatch(
				/javascript|css/
			);
		}
	}
);

test( 'fails a project that imports a package without declaring it', async () => {
	const { state, message, log } = await build(
		path.join( import.meta.dirname, 'leak' )
	);
	expect( state, log ).toBe( 'failed' );
	expect( message ).toContain( 'The package “semver” is missing.' );
} );
