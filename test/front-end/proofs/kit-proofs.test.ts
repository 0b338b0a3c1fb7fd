/**
 * The examples of docs/front-end-kit.md, built and served by the platform with the newest versions: their pages are cached,
 * only what changed is rendered again, old addresses redirect, and a page whose post is gone answers 404.
 */
import { execFileSync } from 'node:child_process';
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
import { NO_TELEMETRY } from '../../frameworks/telemetry.ts';
import { documentedFiles } from '../documented-files.ts';
import { startWordPress } from './wordpress-server.ts';
import type { WordPressServer } from './wordpress-server.ts';

interface Example {
	name: string;
	/** What the template of the framework contains. */
	template: string;
	/** Sections of the documentation. */
	sections: readonly string[];
	/** Other versions than those of the template. */
	versions?: Record< string, string >;
	/** Pages besides `/one` and `/two`, which list all posts. */
	lists?: readonly string[];
	/** Whether the answer 404 is cached. */
	keepsNotFound?: boolean;
}

const EXAMPLES: readonly Example[] = [
	{
		name: 'Next.js 16',
		template: 'next',
		sections: [ 'Next.js' ],
		lists: [ '/' ],
	},
	{
		name: 'Next.js 16 with Cache Components',
		template: 'next',
		sections: [ 'Next.js', 'Cache Components' ],
		lists: [ '/' ],
	},
	{
		name: 'Next.js 15',
		template: 'next',
		sections: [ 'Next.js' ],
		versions: { next: '^15.5.29' },
		lists: [ '/' ],
	},
	{
		name: 'Astro 7',
		template: 'astro',
		sections: [ 'Astro' ],
		lists: [ '/', '/sitemap.xml' ],
	},
	{
		name: 'Astro 6',
		template: 'astro',
		sections: [ 'Astro', 'Astro 6' ],
		versions: { astro: '^6.4.8', '@astrojs/node': '^10.1.4' },
		lists: [ '/', '/sitemap.xml' ],
	},
	{ name: 'SvelteKit', template: 'sveltekit', sections: [ 'SvelteKit' ] },
	{
		name: 'Nuxt',
		template: 'nuxt',
		sections: [ 'Nuxt' ],
		keepsNotFound: false,
	},
	{
		name: 'React Router',
		template: 'react-router',
		sections: [ 'React Router' ],
	},
	{ name: 'Node', template: 'node', sections: [ 'Node' ] },
];

/** Publish to fresh, of the pages of a change together. */
const GOAL_MS = 1_500;

const MARK = /<meta name="headless-deploy" content="2026-11-21T10:00:03Z"/;

let wordpress: WordPressServer;

/** The files of a folder by their path, for a zip. */
function filesOf( folder: string ): Record< string, string > {
	return Object.fromEntries(
		fs
			.readdirSync( folder, { recursive: true, withFileTypes: true } )
			.filter( ( entry ) => entry.isFile() )
			.map( ( entry ) => {
				const file = path.join( entry.parentPath, entry.name );
				return [
					path.relative( folder, file ),
					fs.readFileSync( file, 'utf8' ),
				];
			} )
	);
}

function sourcesOf( { template, sections, versions }: Example ) {
	const files = {
		...filesOf( path.join( import.meta.dirname, 'templates', template ) ),
		...documentedFiles( ...sections ),
	};
	const manifest = JSON.parse( files[ 'package.json' ] ?? '' );
	Object.assign( manifest.dependencies, versions );
	return { ...files, 'package.json': JSON.stringify( manifest ) };
}

/** Packs the kit as the documentation says. */
async function packKit(): Promise< Buffer > {
	const folder = await temporaryFolder();
	const built = path.join( folder, 'built' );
	await buildFrontEndPackage( built );
	execFileSync( 'npm', [ 'pack', built, '--pack-destination', folder ], {
		stdio: 'ignore',
	} );
	const [ name = '' ] = fs.globSync( '*.tgz', { cwd: folder } );
	return fs.readFileSync( path.join( folder, name ) );
}

/** Uploads a front end to a platform, and visits it through the edge. */
async function deploy( example: Example ) {
	const platform = await makePlatform( {
		wordpress: { blog: wordpress.url },
	} );
	const place = await makeEnvironment( platform, {
		HEADLESS_DEPLOY_REFRESH_SECRET: wordpress.secret,
		...NO_TELEMETRY,
	} );
	const zip = await makeZip( [
		...Object.entries( sourcesOf( example ) ).map(
			( [ name, content ] ) => ( { name, content } )
		),
		{
			name: 'vendor/headless-deploy-front-end.tgz',
			content: await packKit(),
		},
	] );
	await uploadAndWait( platform, place, zip );
	const { url } = await visit( platform, place );
	return {
		url,
		async get( address: string ) {
			const response = await visit( platform, place, address, {
				redirect: 'manual',
			} );
			const { headers, status } = response;
			return {
				status,
				html: await response.text(),
				isHit: / hit;/.test( headers.get( 'cache-status' ) ?? '' ),
				lifetime: headers.get( 'cache-control' ) ?? '',
				groups: headers.get( 'cache-groups' ) ?? '',
				// Next.js sends it twice when it has just rendered the redirect.
				location: headers.get( 'location' )?.split( ', ' )[ 0 ] ?? '',
			};
		},
	};
}

type FrontEnd = Awaited< ReturnType< typeof deploy > >;

/** Waits until the edge has all pages for longer than those of an earlier process. */
async function warm( { get }: FrontEnd, addresses: string[] ): Promise< void > {
	await expect
		.poll(
			async () => {
				const pages = await Promise.all( addresses.map( get ) );
				return pages.map(
					( page ) =>
						page.isHit && ! /s-maxage=10$/.test( page.lifetime )
				);
			},
			{ timeout: 30_000 }
		)
		.not.toContain( false );
}

/** Tells the front end of a change, which it accepts. */
async function refresh( { url }: FrontEnd, id: number ) {
	const answer = await wordpress.refresh( url, id );
	expect( answer.status ).toBe( 200 );
	return answer.json();
}

beforeEach( async () => {
	wordpress = await startWordPress();
	onTestFinished( () => wordpress.close() );
	wordpress.save( 1, 'one', 'One, first version' );
	wordpress.save( 2, 'two', 'Two, first version' );
} );

describe.each( EXAMPLES )( '$name', ( example ) => {
	const { lists = [], keepsNotFound = true } = example;

	test( 'renders what a change concerns, and redirects and forgets what is gone', async () => {
		const frontEnd = await deploy( example );
		const { get } = frontEnd;
		await warm( frontEnd, [ '/one', '/two', ...lists ] );
		expect( ( await get( '/one' ) ).lifetime ).toMatch(
			/s-maxage=3600, stale-while-revalidate=86400$/
		);
		expect( ( await get( '/three' ) ).status ).toBe( 404 );

		// A changed post.
		wordpress.save( 1, 'one', 'One, second version' );
		const start = performance.now();
		expect( await refresh( frontEnd, 1 ) ).toMatchObject( {
			revalidated: expect.arrayContaining( [ 'post-1', 'post-list' ] ),
		} );
		for ( const address of [ '/one', ...lists ] ) {
			const page = await get( address );
			expect( page.isHit, address ).toBe( false );
			expect( page.html, address ).toContain(
				address.endsWith( '.xml' ) ? '/one/' : 'One, second version'
			);
			if ( ! address.endsWith( '.xml' ) ) {
				expect( page.html, address ).toMatch( MARK );
			}
		}
		const took = performance.now() - start;
		console.log( `${ example.name }: ${ Math.round( took ) } ms` );
		expect( took ).toBeLessThan( GOAL_MS );
		expect( await get( '/two' ) ).toMatchObject( { isHit: true } );
		await warm( frontEnd, [ '/one', '/two', ...lists ] );

		// A new post.
		wordpress.save( 3, 'three', 'Three, first version' );
		wordpress.requests.length = 0;
		await refresh( frontEnd, 3 );
		expect( ( await get( '/three' ) ).html ).toContain( 'Three, first' );
		for ( const address of lists ) {
			expect( ( await get( address ) ).html ).toMatch( /three/i );
		}
		for ( const address of [ '/one', '/two' ] ) {
			expect( ( await get( address ) ).isHit, address ).toBe( true );
		}
		// Nothing else was read again, and nothing was missed.
		expect( new Set( wordpress.requests ) ).toEqual(
			new Set( [
				'/wp-json/wp/v2/posts?slug=three',
				...( lists.includes( '/' ) ? [ '/wp-json/wp/v2/posts' ] : [] ),
				...( lists.includes( '/sitemap.xml' )
					? [ '/wp-json/wp/v2/posts?per_page=100&_fields=slug' ]
					: [] ),
			] )
		);
		expect( wordpress.requests ).toHaveLength( 1 + lists.length );
		await warm( frontEnd, [ '/three' ] );

		// A renamed post.
		wordpress.save( 3, 'third', 'Three, first version' );
		await refresh( frontEnd, 3 );
		const moved = await get( '/three' );
		expect( [ 301, 308 ] ).toContain( moved.status );
		expect( new URL( moved.location, frontEnd.url ).pathname ).toBe(
			'/third/'
		);
		expect( moved.groups ).toContain( '"post-3"' );
		expect( ( await get( '/third' ) ).html ).toContain( 'Three, first' );
		await warm( frontEnd, [ '/three', '/third' ] );

		// A post that is gone.
		wordpress.trash( 3 );
		await refresh( frontEnd, 3 );
		for ( const address of [ '/third', '/three' ] ) {
			const gone = await get( address );
			expect( gone.status, address ).toBe( 404 );
			expect( gone.html, address ).not.toContain( 'Three, first' );
			expect( ( await get( address ) ).isHit, address ).toBe(
				keepsNotFound
			);
		}

		// A post that depends on something that WordPress does not watch.
		wordpress.shortLived.add( 2 );
		wordpress.save( 2, 'two', 'Two, second version' );
		await refresh( frontEnd, 2 );
		const short = await get( '/two' );
		expect( short.lifetime ).toMatch(
			/s-maxage=60, stale-while-revalidate=60$/
		);
		expect( short.groups ).toContain( '"post-2"' );
		await warm( frontEnd, [ '/two' ] );
		wordpress.save( 2, 'two', 'Two, third version' );
		await refresh( frontEnd, 2 );
		expect( ( await get( '/two' ) ).html ).toContain( 'third version' );
	} );
} );
