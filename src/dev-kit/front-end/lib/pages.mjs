/** Renders the pages of the site with what WordPress contains at the moment. */
import { pathOf, slugOf } from './paths.mjs';
import {
	archivePage,
	homePage,
	notFoundPage,
	postPage,
	withMenu,
} from './templates.mjs';
import {
	listPosts,
	movedTo,
	readCategory,
	readPost,
	readSite,
} from './wordpress.mjs';

/**
 * Finds the page or post of a path. Most requests for pages of WordPress depend on the list of all pages, which the menu
 * shows anyway; a post must not depend on the list of all posts.
 *
 * @param {object[]} pages All pages.
 */
function findPost( fetch, pages, path ) {
	const page = pages.find( ( one ) => pathOf( one ) === path );
	if ( page ) {
		return readPost( fetch, 'pages', { include: page.id }, path );
	}
	return path === '/'
		? null
		: readPost( fetch, 'posts', { slug: slugOf( path ) }, path );
}

async function renderHome( fetch, frame, frontPage, renderedAt ) {
	const posts = await listPosts( fetch, 'posts' );
	return homePage( frame, posts, frontPage, renderedAt );
}

/** @return {Promise<string|null>} The archive of a category; null when there is none at this path. */
async function renderArchive( fetch, frame, path, renderedAt ) {
	const category = await readCategory( fetch, slugOf( path ), path );
	if ( category === null ) {
		return null;
	}
	const { id, name } = category;
	const posts = await listPosts( fetch, 'posts', { categories: id } );
	return archivePage( frame, name, posts, renderedAt );
}

/**
 * @param {import('headless-deploy-front-end').Page} page Reads WordPress.
 * @param {string|null}                              path As `requestedPath()` returns it.
 * @return {Promise<{status: number, html: string, location?: string}>} The page, or where it is now.
 * @throws {import('./wordpress.mjs').ReadError} When WordPress cannot be read.
 */
export async function renderPage( page, path ) {
	const { fetch } = page;
	const renderedAt = new Date();
	const [ site, pages ] = await Promise.all( [
		readSite( fetch ),
		listPosts( fetch, 'pages' ),
	] );
	const frame = withMenu( site, pages );
	const notFound = () => ( {
		status: 404,
		html: notFoundPage( frame, renderedAt ),
	} );
	if ( path === null ) {
		return notFound();
	}
	const post = await findPost( fetch, pages, path );
	if ( path === '/' ) {
		const html = await renderHome( fetch, frame, post, renderedAt );
		return { status: 200, html };
	}
	if ( post !== null ) {
		return { status: 200, html: postPage( frame, post, renderedAt ) };
	}
	const html = await renderArchive( fetch, frame, path, renderedAt );
	if ( html !== null ) {
		return { status: 200, html };
	}
	const location = await movedTo( page, path );
	return location === null ? notFound() : { status: 301, html: '', location };
}
