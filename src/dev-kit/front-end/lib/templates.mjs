/** The HTML of the site. Texts of the REST API are HTML already. All other texts are escaped here. */
import { hrefOf } from './paths.mjs';

/** Increment it when the templates change, so that stored pages are rendered again. */
export const TEMPLATE_VERSION = 1;

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
 * @param {{name: string, description: string, menu: object[]}} page.site    The site.
 * @param {string}                                              page.title   The title as HTML; empty on the home page.
 * @param {string}                                              [page.mark]  Time of the last change, in the format of
 *                                                                           the REST API.
 * @param {Date}                                                page.builtAt When the page was rendered.
 */
function frame( { site, title, mark, main, builtAt } ) {
	const menu = site.menu
		.map(
			( item ) =>
				`<a href="${ hrefOf( item.path ) }">${ item.title.rendered }</a>`
		)
		.join( '\n' );
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${ title === '' ? '' : `${ textOf( title ) } · ` }${ textOf( site.name ) }</title>
${ mark ? `<meta name="headless-deploy" content="${ textOf( mark ) }">` : '' }
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
<footer>Built <time datetime="${ builtAt.toISOString() }">${ TIME.format( builtAt ) } UTC</time></footer>
</body>
</html>
`;
}

/**
 * @param {Object} post    A post of the REST API.
 * @param {Date}   builtAt When the page is rendered.
 */
export function postPage( site, post, builtAt ) {
	const byline =
		post.type === 'page'
			? ''
			: `<p class="byline">${ day( post.date_gmt ) }</p>`;
	return frame( {
		site,
		title: post.title.rendered,
		mark: post.modified_gmt,
		builtAt,
		main: `<article>
<h1>${ post.title.rendered || 'Untitled' }</h1>
${ byline }
<div class="content">${ post.content.rendered }</div>
</article>`,
	} );
}

/**
 * Renders the home page: the front page, if there is one, and the list of posts.
 *
 * @param {object[]}    posts     Posts with their `path`, newest first.
 * @param {object|null} frontPage The front page of WordPress.
 * @param {Date}        builtAt   When the page is rendered.
 */
export function homePage( site, posts, frontPage, builtAt ) {
	const list = posts
		.map(
			( post ) => `<li>
<h2><a href="${ hrefOf( post.path ) }">${ post.title.rendered || 'Untitled' }</a></h2>
<p class="byline">${ day( post.date_gmt ) }</p>
<div class="excerpt">${ post.excerpt?.rendered ?? '' }</div>
</li>`
		)
		.join( '\n' );
	const top = frontPage
		? `<article><h1>${ frontPage.title.rendered }</h1><div class="content">${ frontPage.content.rendered }</div></article>`
		: `<h1 class="home">${ textOf( site.name ) }</h1>\n<p class="tagline">${ textOf( site.description ) }</p>`;
	return frame( {
		site,
		title: '',
		mark: frontPage?.modified_gmt,
		builtAt,
		main: `${ top }
${ list === '' ? '<p class="tagline">No posts yet.</p>' : `<ol class="posts">${ list }</ol>` }`,
	} );
}

/** @param {Date} builtAt When the page is rendered. */
export function notFoundPage( site, builtAt ) {
	return frame( {
		site,
		title: 'Not found',
		builtAt,
		main: '<h1>Not found</h1>\n<p class="tagline">There is no page at this address. It may have been renamed or unpublished. <a href="/">See all posts</a></p>',
	} );
}
