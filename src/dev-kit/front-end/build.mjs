/** Reads WordPress and writes to `dist/` what the server shows while it cannot read WordPress. */
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PageCache } from './lib/cache.mjs';
import { pathOf } from './lib/paths.mjs';
import {
	homePage,
	notFoundPage,
	postPage,
	TEMPLATE_VERSION,
	withMenu,
} from './lib/templates.mjs';
import {
	ReadError,
	readPosts,
	readSite,
	wordpressUrl,
} from './lib/wordpress.mjs';

const ROOT = import.meta.dirname;

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

/** @param {PageCache} cache Pages of earlier builds. */
async function writePages( folder, { site, posts, pages }, cache ) {
	const renderedAt = new Date();
	const all = withPaths( [ ...pages, ...posts ] );
	const frontPage = all.find( ( post ) => post.path === '/' ) ?? null;
	const frame = withMenu( site, pages );
	const write = async ( path, html ) => {
		const file = join( folder, path );
		await mkdir( dirname( file ), { recursive: true } );
		await writeFile( file, html );
	};
	for ( const post of all ) {
		if ( post === frontPage ) {
			continue;
		}
		const html = await cache.page( post, [ TEMPLATE_VERSION, frame ], () =>
			postPage( frame, post, renderedAt )
		);
		await write( `${ post.path }index.html`, html );
	}
	await write(
		'index.html',
		homePage( frame, posts, frontPage, renderedAt )
	);
	await write( '404.html', notFoundPage( frame, renderedAt ) );
}

/** `dist/` changes only when the whole build succeeds. */
async function build() {
	const url = wordpressUrl();
	const read = ( path, init ) =>
		fetch( new URL( path, `${ url }/wp-json/` ), init );
	console.log( `Reading posts and pages from ${ url }` );
	const [ site, posts, pages ] = await Promise.all( [
		readSite( read ),
		readPosts( read, 'posts' ),
		readPosts( read, 'pages' ),
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
		error instanceof ReadError ? `Build failed. ${ error.message }` : error
	);
	process.exitCode = 1;
}
