/** Reads published content from the WordPress REST API. */
import { pathOf } from './paths.mjs';

const PER_PAGE = 100;
const REQUEST_TIMEOUT_MS = 15_000;
const LIST_FIELDS = 'id,type,slug,link,title,excerpt,date_gmt,modified_gmt';
const FIELDS = `${ LIST_FIELDS },content,_links,_embedded`;

/**
 * Requests a path below `/wp-json/`.
 *
 * @typedef {(path: string, init?: object) => Promise<Response>} Fetch
 */

/** WordPress could not be read. The message says why and what to do. */
export class ReadError extends Error {}

/**
 * Waits a limited time for what is read from WordPress. The requests go on, but nothing waits for them.
 *
 * @template T
 * @param {Promise<T>} reading
 * @return {Promise<T>} What was read.
 * @throws {ReadError} When it takes longer.
 */
export async function readWithin( ms, reading ) {
	let timer;
	const timeout = new Promise( ( _resolve, reject ) => {
		timer = setTimeout( () => {
			reject(
				new ReadError(
					`WordPress cannot be reached: no response within ${ ms / 1000 } s. Check that WordPress is running and that WORDPRESS_URL is its address.`
				)
			);
		}, ms );
	} );
	try {
		return await Promise.race( [ reading, timeout ] );
	} finally {
		clearTimeout( timer );
	}
}

/**
 * @return {string} The address of WordPress from `WORDPRESS_URL`, without a trailing slash.
 * @throws {ReadError} When it is missing or not an HTTP address.
 */
export function wordpressUrl() {
	const url = ( process.env.WORDPRESS_URL ?? '' ).replace( /\/+$/, '' );
	const example =
		'Set it to the address of your WordPress, for example https://example.com.';
	if ( url === '' ) {
		throw new ReadError( `WORDPRESS_URL is not set. ${ example }` );
	}
	if ( ! URL.canParse( url ) || ! /^https?:/.test( url ) ) {
		throw new ReadError(
			`WORDPRESS_URL is “${ url }”, which is not an HTTP address. ${ example }`
		);
	}
	return url;
}

/**
 * Describes why a request got no response.
 *
 * @param {unknown} error What fetch was rejected with.
 * @return {string} For example "connect ECONNREFUSED 127.0.0.1:8881".
 */
function reasonOf( error ) {
	if ( error?.name === 'TimeoutError' ) {
		return `no response within ${ REQUEST_TIMEOUT_MS / 1000 } s`;
	}
	return (
		error?.cause?.message || error?.cause?.code || String( error?.message )
	);
}

/** @return {ReadError} Says why a request got no response. */
function notReached( error ) {
	return new ReadError(
		`WordPress cannot be reached: ${ reasonOf( error ) }. Check that WordPress is running and that WORDPRESS_URL is its address.`
	);
}

/**
 * @param {Fetch}    fetch
 * @param {string[]} [tags] What the response depends on besides its own tags.
 * @return {Promise<{body: unknown, headers: Headers}>} The parsed response.
 * @throws {ReadError} When there is no response, or one that is not JSON or not successful.
 */
async function request( fetch, path, tags = [] ) {
	let response;
	let text;
	try {
		response = await fetch( path, {
			headers: { accept: 'application/json' },
			signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
			tags,
		} );
		text = await response.text();
	} catch ( error ) {
		throw notReached( error );
	}
	let body;
	try {
		body = JSON.parse( text );
	} catch {
		throw new ReadError(
			`/wp-json/${ path } answered ${ response.status } with a body that is not JSON. Check that WORDPRESS_URL is the address of a WordPress with pretty permalinks.`
		);
	}
	if ( ! response.ok ) {
		throw new ReadError(
			`/wp-json/${ path } answered ${ response.status }: ${ body?.message ?? 'no reason given' }`
		);
	}
	return { body, headers: response.headers };
}

/**
 * @param {unknown} item An item of the list.
 * @return {boolean} Whether it has all that a list of posts needs.
 */
function isListed( item ) {
	return (
		Number.isInteger( item?.id ) &&
		typeof item.link === 'string' &&
		URL.canParse( item.link ) &&
		typeof item.title?.rendered === 'string' &&
		typeof item.modified_gmt === 'string' &&
		typeof item.date_gmt === 'string'
	);
}

/** @return {boolean} Whether it has all that its own page needs. */
function isPost( item ) {
	return isListed( item ) && typeof item.content?.rendered === 'string';
}

/**
 * @param {Fetch}                  fetch
 * @param {Record<string, string>} query
 * @return {Promise<{posts: object[], pages: number}>} The posts, and how many pages the list has.
 * @throws {ReadError} When WordPress cannot be read.
 */
async function readList( fetch, type, query, isComplete ) {
	const path = `wp/v2/${ type }?${ new URLSearchParams( query ) }`;
	const { body, headers } = await request( fetch, path );
	if ( ! Array.isArray( body ) || ! body.every( isComplete ) ) {
		throw new ReadError(
			`/wp-json/${ path } did not answer with a list of ${ type }. Check that WORDPRESS_URL is the address of WordPress and that no plugin changes its REST API.`
		);
	}
	return {
		posts: body,
		pages: Number( headers.get( 'x-wp-totalpages' ) ) || 1,
	};
}

/**
 * Reads all published posts of a post type.
 *
 * @param {Fetch}                  fetch
 * @param {Record<string, string>} query   For example the category.
 * @param {boolean}                isWhole Whether the content is read too.
 * @return {Promise<object[]>} All posts, newest first.
 * @throws {ReadError} When WordPress cannot be read.
 */
async function readAll( fetch, type, query, isWhole ) {
	const found = new Map();
	for ( let page = 1, pages = 1; page <= pages; page++ ) {
		const list = await readList(
			fetch,
			type,
			{
				per_page: String( PER_PAGE ),
				page: String( page ),
				orderby: 'id',
				order: 'asc',
				...( isWhole
					? { _fields: FIELDS, _embed: 'wp:term' }
					: { _fields: LIST_FIELDS } ),
				...query,
			},
			isWhole ? isPost : isListed
		);
		list.posts.forEach( ( post ) => found.set( post.id, post ) );
		pages = list.pages;
	}
	return [ ...found.values() ].sort(
		( a, b ) => b.date_gmt.localeCompare( a.date_gmt ) || b.id - a.id
	);
}

/** Reads all posts of a type with their content. */
export function readPosts( fetch, type ) {
	return readAll( fetch, type, {}, true );
}

/** Reads all posts of a type without their content. */
export function listPosts( fetch, type, query = {} ) {
	return readAll( fetch, type, query, false );
}

/**
 * @param {Record<string, string>} query It selects one post, by its slug or its id.
 * @return {Promise<object|null>} The post with this path.
 * @throws {ReadError} When WordPress cannot be read.
 */
export async function readPost( fetch, type, query, path ) {
	const { posts } = await readList(
		fetch,
		type,
		{ ...query, _fields: FIELDS, _embed: 'wp:term' },
		isPost
	);
	return posts.find( ( post ) => pathOf( post ) === path ) ?? null;
}

/**
 * @return {Promise<{id: number, name: string}|null>} The category whose archive has this path.
 * @throws {ReadError} When WordPress cannot be read.
 */
export async function readCategory( fetch, slug, path ) {
	const query = new URLSearchParams( { slug, _fields: 'id,name,slug,link' } );
	const { body } = await request( fetch, `wp/v2/categories?${ query }` );
	const terms = Array.isArray( body ) ? body : [];
	return terms.find( ( term ) => pathOf( term ) === path ) ?? null;
}

/**
 * Finds the present path of a post whose address has changed.
 *
 * @param {import('headless-deploy-front-end').Page} page
 * @return {Promise<string|null>} Null when no post had this path.
 * @throws {ReadError} When there is no response.
 */
export async function movedTo( page, path ) {
	try {
		return await page.movedTo( path );
	} catch ( error ) {
		throw notReached( error );
	}
}

/**
 * @return {Promise<{name: string, description: string, home: string}>} The first two as HTML-escaped text.
 * @throws {ReadError} When WordPress cannot be read.
 */
export async function readSite( fetch ) {
	// A changed option concerns the whole site.
	const { body } = await request( fetch, '?_fields=name,description,home', [
		'all',
	] );
	return {
		name: String( body?.name || 'A headless site' ),
		description: String( body?.description ?? '' ),
		home: String( body?.home ?? '' ),
	};
}
