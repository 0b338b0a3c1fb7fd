/** Reads WordPress and writes static HTML to `dist/`. */
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PageCache } from './lib/cache.mjs';
import { hrefOf, pathOf } from './lib/paths.mjs';
import {
	homePage,
	notFoundPage,
	postPage,
	TEMPLATE_VERSION,
} from './lib/templates.mjs';
import { BuildError, readAll, readSite } from './lib/wordpress.mjs';

const ROOT = import.meta.dirname;
const MENU_ITEMS = 6;

/**
 * Adds the path of each post. Skips posts whose path is unsafe or in use.
 *
 * @param {object[]} posts Posts and pages of the REST API.
 * @return {object[]} The posts that become pages, each with its `path`.
 */
function withPaths( posts ) {
	const taken = new Map();
	for ( const post of posts ) {
		const path = pathOf( post );
		if ( path === null ) {
			console.warn(
				`Skipped ${ post.link }: its path is not safe for a file.`
			);
		} else if ( taken.has( path ) ) {
			console.warn(
				`Skipped ${ post.link }: another page has its path.`
			);
		} else {
			taken.set( path, { ...post, path } );
		}
	}
	return [ ...taken.values() ];
}

/**
 * Makes links between posts point to this site instead of WordPress.
 *
 * @param {object[]} posts All posts with their `path`.
 */
function withLocalLinks( html, posts ) {
	const paths = new Map( posts.map( ( post ) => [ post.link, post.path ] ) );
	return html.replace( /href="([^"]+)"/g, ( attribute, link ) =>
		paths.has( link )
			? `href="${ hrefOf( paths.get( link ) ) }"`
			: attribute
	);
}

/** @param {PageCache} cache Pages of earlier builds. */
async function writePages( folder, { site, posts, pages }, cache ) {
	const builtAt = new Date();
	const all = withPaths( [ ...pages, ...posts ] );
	const frontPage = all.find( ( post ) => post.path === '/' ) ?? null;
	const listed = all.filter( ( post ) => post.type !== 'page' );
	const frame = {
		...site,
		menu: all
			.filter( ( post ) => post.type === 'page' && post !== frontPage )
			.slice( 0, MENU_ITEMS )
			.map( ( { path, title } ) => ( { path, title } ) ),
	};
	const write = async ( path, html ) => {
		const file = join( folder, path );
		await mkdir( dirname( file ), { recursive: true } );
		await writeFile( file, withLocalLinks( html, all ) );
	};
	for ( const post of all ) {
		if ( post === frontPage ) {
			continue;
		}
		const html = await cache.page( post, [ TEMPLATE_VERSION, frame ], () =>
			postPage( frame, post, builtAt )
		);
		await write( `${ post.path }index.html`, html );
	}
	await write( 'index.html', homePage( frame, listed, frontPage, builtAt ) );
	await write( '404.html', notFoundPage( frame, builtAt ) );
}

/** `dist/` changes only when the whole build succeeds. */
async function build() {
	const wordpressUrl = process.env.WORDPRESS_URL ?? '';
	if ( wordpressUrl === '' ) {
		throw new BuildError(
			'WORDPRESS_URL is not set. Set it to the address of your WordPress, for example https://example.com.'
		);
	}
	console.log( `Reading posts and pages from ${ wordpressUrl }` );
	const [ site, posts, pages ] = await Promise.all( [
		readSite( wordpressUrl ),
		readAll( wordpressUrl, 'posts' ),
		readAll( wordpressUrl, 'pages' ),
	] );
	console.log( `${ posts.length } posts, ${ pages.length } pages` );

	const cache = new PageCache( join( ROOT, '.cache', 'pages' ) );
	const next = join( ROOT, 'dist.next' );
	await rm( next, { recursive: true, force: true } );
	await mkdir( next, { recursive: true } );
	await cp( join( ROOT, 'assets' ), join( next, 'assets' ), {
		recursive: true,
	} );
	await writePages( next, { site, posts, pages }, cache );
	await rm( join( ROOT, 'dist' ), { recursive: true, force: true } );
	await rename( next, join( ROOT, 'dist' ) );
	await cache.prune();
	console.log(
		`${ cache.reused } pages reused, ${ cache.rendered } rendered`
	);
}

try {
	await build();
} catch ( error ) {
	console.error(
		error instanceof BuildError ? `Build failed. ${ error.message }` : error
	);
	process.exitCode = 1;
}
