/** The HTML of the site. Texts of the REST API are HTML already. All other texts are escaped here. */
import { mark } from 'headless-deploy-front-end/node';
import { hrefOf, pathOf, withLocalLinks } from './paths.mjs';

/** Increment it when the templates change, so that stored pages are rendered again. */
export const TEMPLATE_VERSION = 2;

const MENU_ITEMS = 6;

const DATE = new Intl.DateTimeFormat( 'en', {
	dateStyle: 'long',
	timeZone: 'UTC',
} );
const TIME = new Intl.DateTimeFormat( 'en-GB', {
	dateStyle: 'medium',
	timeStyle: 'medium',
	timeZone: 'UTC',
} );

/**
 * Converts HTML to text for an attribute or a title.
 *
 * @return {string} The text, escaped.
 */
function textOf( html ) {
	return html
		.replace( /<[^>]*>/g, '' )
		.replaceAll( '<', '&lt;' )
		.replaceAll( '>', '&gt;' )
		.replaceAll( '"', '&quot;' )
		.trim();
}

/**
 * @param {string} gmt A time of the REST API, without a time zone.
 * @return {string} A time element.
 */
function day( gmt ) {
	return `<time datetime="${ textOf( gmt ) }Z">${ DATE.format( new Date( `${ gmt }Z` ) ) }</time>`;
}

/**
 * Adds the menu to what is known about the site.
 *
 * @param {{name: string, description: string, home: string}} site
 * @param {object[]}                                          pages All pages of the REST API.
 * @return {{name: string, description: string, home: string, menu: object[]}} What every page shows.
 */
export function withMenu( site, pages ) {
	const menu = pages
		.map( ( page ) => ( { path: pathOf( page ), title: page.title } ) )
		.filter( ( { path } ) => path !== null && path !== '/' )
		.slice( 0, MENU_ITEMS );
	return { ...site, menu };
}

/**
 * @param {{name: string, home: string, menu: object[]}} page.site       The site.
 * @param {string}                                       page.title      The title as HTML; empty on the home page.
 * @param {object[]}                                     [page.posts]    All posts that the page shows.
 * @param {Date}                                         page.renderedAt When the page is rendered.
 */
function frame( { site, title, posts = [], main, renderedAt } ) {
	const menu = site.menu
		.map(
			( item ) =>
				`<a href="${ hrefOf( item.path ) }">${ item.title.rendered }</a>`
		)
		.join( '\n' );
	const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${ title === '' ? '' : `${ textOf( title ) } · ` }${ textOf( site.name ) }</title>
${ mark( posts ) }
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="site">
<a class="name" href="/">${ textOf( site.name ) }</a>
${ menu === '' ? '' : `<nav aria-label="Pages">${ menu }</nav>` }
</header>
<main id="main">
${ main }
</main>
<footer>Rendered <time datetime="${ renderedAt.toISOString() }">${ TIME.format( renderedAt ) } UTC</time></footer>
</body>
</html>
`;
	return withLocalLinks( html, site.home );
}

/** @return {string} Links to the categories of a post. */
function categoriesOf( post ) {
	return ( post._embedded?.[ 'wp:term' ] ?? [] )
		.flat()
		.filter( ( term ) => term?.taxonomy === 'category' )
		.map(
			( { link, name } ) =>
				` · <a href="${ textOf( link ) }">${ name }</a>`
		)
		.join( '' );
}

/**
 * @param {Object} post       A post of the REST API.
 * @param {Date}   renderedAt When the page is rendered.
 */
export function postPage( site, post, renderedAt ) {
	const byline =
		post.type === 'page'
			? ''
			: `<p class="byline">${ day( post.date_gmt ) }${ categoriesOf( post ) }</p>`;
	return frame( {
		site,
		title: post.title.rendered,
		posts: [ post ],
		renderedAt,
		main: `<article>
<h1>${ post.title.rendered || 'Untitled' }</h1>
${ byline }
<div class="content">${ post.content.rendered }</div>
</article>`,
	} );
}

/** @return {string} The list of the posts that have a path. */
function listOf( posts ) {
	const items = posts
		.map( ( post ) => ( { ...post, path: pathOf( post ) } ) )
		.filter( ( { path } ) => path !== null )
		.map(
			( post ) => `<li>
<h2><a href="${ hrefOf( post.path ) }">${ post.title.rendered || 'Untitled' }</a></h2>
<p class="byline">${ day( post.date_gmt ) }</p>
<div class="excerpt">${ post.excerpt?.rendered ?? '' }</div>
</li>`
		)
		.join( '\n' );
	return items === ''
		? '<p class="tagline">No posts yet.</p>'
		: `<ol class="posts">${ items }</ol>`;
}

/**
 * Renders the home page: the front page, if there is one, and the list of posts.
 *
 * @param {object[]}    posts      Posts, newest first.
 * @param {object|null} frontPage  The front page of WordPress.
 * @param {Date}        renderedAt When the page is rendered.
 */
export function homePage( site, posts, frontPage, renderedAt ) {
	const top = frontPage
		? `<article><h1>${ frontPage.title.rendered }</h1><div class="content">${ frontPage.content.rendered }</div></article>`
		: `<h1 class="home">${ textOf( site.name ) }</h1>\n<p class="tagline">${ textOf( site.description ) }</p>`;
	return frame( {
		site,
		title: '',
		posts: [ frontPage, ...posts ],
		renderedAt,
		main: `${ top }\n${ listOf( posts ) }`,
	} );
}

/**
 * @param {string}   name       Name of the category, as HTML.
 * @param {object[]} posts      Its posts, newest first.
 * @param {Date}     renderedAt When the page is rendered.
 */
export function archivePage( site, name, posts, renderedAt ) {
	return frame( {
		site,
		title: name,
		posts,
		renderedAt,
		main: `<h1>${ name }</h1>\n${ listOf( posts ) }`,
	} );
}

/** @param {Date} renderedAt When the page is rendered. */
export function notFoundPage( site, renderedAt ) {
	return frame( {
		site,
		title: 'Not found',
		renderedAt,
		main: '<h1>Not found</h1>\n<p class="tagline">There is no page at this address. It may have been renamed or unpublished. <a href="/">See all posts</a></p>',
	} );
}
