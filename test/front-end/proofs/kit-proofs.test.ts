/** Next.js and Astro with the kit, built and served by the platform: only what changed is rendered again. */
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildFrontEndPackage } from '../../../src/front-end/build.mjs';
import {
	makeEnvironment,
	makePlatform,
	makeZip,
	temporaryFolder,
	uploadAndWait,
	visit,
} from '../../reference-api/test-platform.ts';
import { startWordPress } from './wordpress-server.ts';
import type { WordPressServer } from './wordpress-server.ts';

const PAGES = [ '/', '/blog', '/one', '/two' ];

/** Publish to fresh, of the three pages together. */
const GOAL_MS = 1_500;

let wordpress: WordPressServer;

/** The files of a folder by their path, for a zip. */
function filesOf( folder: string, prefix = '' ): Record< string, string > {
	return Object.fromEntries(
		fs
			.readdirSync( folder, { recursive: true, withFileTypes: true } )
			.filter( ( entry ) => entry.isFile() )
			.map( ( entry ) => {
				const file = path.join( entry.parentPath, entry.name );
				return [
					prefix + path.relative( folder, file ),
					fs.readFileSync( file, 'utf8' ),
				];
			} )
	);
}

/** Uploads a front end to a platform, and visits it through the edge. */
async function deploy( name: string ) {
	const kit = path.join( await temporaryFolder(), 'kit' );
	await buildFrontEndPackage( kit );
	const platform = await makePlatform( {
		wordpress: { blog: wordpress.url },
	} );
	const place = await makeEnvironment( platform, {
		HEADLESS_DEPLOY_REFRESH_SECRET: wordpress.secret,
		NEXT_TELEMETRY_DISABLED: '1',
		ASTRO_TELEMETRY_DISABLED: '1',
	} );
	const zip = await makeZip( {
		...filesOf( path.join( import.meta.dirname, name ) ),
		...filesOf( kit, 'kit/' ),
	} );
	await uploadAndWait( platform, place, zip );
	const { url } = await visit( platform, place );
	return {
		url,
		async get( address: string ) {
			const response = await visit( platform, place, address );
			const { headers, status } = response;
			return {
				status,
				html: await response.text(),
				isHit: / hit;/.test( headers.get( 'cache-status' ) ?? '' ),
				lifetime: headers.get( 'cache-control' ) ?? '',
			};
		},
	};
}

type FrontEnd = Awaited< ReturnType< typeof deploy > >;

/** Waits until the edge has all pages for longer than those of an earlier process. */
async function warm( { get }: FrontEnd, addresses = PAGES ): Promise< void > {
	await expect
		.poll(
			async () => {
				const pages = await Promise.all( addresses.map( get ) );
				return pages.every(
					( page ) =>
						page.isHit && ! /s-maxage=10$/.test( page.lifetime )
				);
			},
			{ timeout: 30_000 }
		)
		.toBe( true );
}

beforeEach( async () => {
	wordpress = await startWordPress();
	onTestFinished( () => wordpress.close() );
	wordpress.save( 1, 'one', 'One, first version' );
	wordpress.save( 2, 'two', 'Two, first version' );
} );

describe.each( [ 'next', 'astro' ] )( '%s', ( name ) => {
	test( 'renders only the pages that a change concerns', async () => {
		const frontEnd = await deploy( name );
		await warm( frontEnd );
		expect( ( await frontEnd.get( '/three' ) ).status ).toBe( 404 );

		wordpress.save( 1, 'one', 'One, second version' );
		const start = performance.now();
		const answer = await wordpress.refresh( frontEnd.url, 1 );
		expect( answer.status ).toBe( 200 );
		expect( await answer.json() ).toMatchObject( {
			revalidated: expect.arrayContaining( [ 'post-1', 'post-list' ] ),
		} );
		for ( const address of [ '/one', '/blog', '/' ] ) {
			const page = await frontEnd.get( address );
			expect( page.isHit ).toBe( false );
			expect( page.html ).toContain( 'One, second version' );
			expect( page.html ).toContain(
				'<meta name="headless-deploy" content="2026-11-21T10:00:03Z"'
			);
		}
		const took = performance.now() - start;
		console.log( `${ name }: ${ Math.round( took ) } ms` );
		expect( took ).toBeLessThan( GOAL_MS );
		expect( await frontEnd.get( '/two' ) ).toMatchObject( { isHit: true } );
		await warm( frontEnd );

		wordpress.save( 3, 'three', 'Three, first version' );
		wordpress.requests.length = 0;
		expect( ( await wordpress.refresh( frontEnd.url, 3 ) ).ok ).toBe(
			true
		);
		expect( ( await frontEnd.get( '/three' ) ).html ).toContain(
			'Three, first version'
		);
		expect( ( await frontEnd.get( '/blog' ) ).html ).toContain( 'Three,' );
		for ( const address of [ '/one', '/two' ] ) {
			expect( ( await frontEnd.get( address ) ).isHit ).toBe( true );
		}
		// Nothing else was read again, and nothing was missed.
		expect( wordpress.requests.sort() ).toEqual( [
			'/wp-json/wp/v2/posts',
			'/wp-json/wp/v2/posts?slug=three',
		] );
	} );
} );
