/** Reads published content from the WordPress REST API. */
const PER_PAGE = 100;
const REQUEST_TIMEOUT_MS = 15_000;
const FIELDS = 'id,type,slug,link,title,content,excerpt,date_gmt,modified_gmt';

/** Stops the build with a message and without a stack trace. */
export class BuildError extends Error {}

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

/**
 * @return {Promise<{body: unknown, headers: Headers}>} The parsed response.
 * @throws {BuildError} When there is no response, or one that is not JSON or not successful.
 */
async function request( url ) {
	let response;
	let text;
	try {
		response = await fetch( url, {
			headers: { accept: 'application/json' },
			signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
		} );
		text = await response.text();
	} catch ( error ) {
		throw new BuildError(
			`WordPress cannot be reached at ${ url.origin }: ${ reasonOf( error ) }. Check that WordPress is running and that WORDPRESS_URL is its address.`
		);
	}
	let body;
	try {
		body = JSON.parse( text );
	} catch {
		throw new BuildError(
			`${ url } answered ${ response.status } with a body that is not JSON. Check that WORDPRESS_URL is the address of a WordPress with pretty permalinks.`
		);
	}
	if ( ! response.ok ) {
		throw new BuildError(
			`${ url } answered ${ response.status }: ${ body?.message ?? 'no reason given' }`
		);
	}
	return { body, headers: response.headers };
}

/**
 * @param {string} wordpressUrl With or without a trailing slash.
 * @throws {BuildError} When it is not an HTTP address.
 */
function routeUrl( wordpressUrl, route, query ) {
	const base = wordpressUrl.replace( /\/+$/, '' );
	if ( ! URL.canParse( base ) || ! /^https?:/.test( base ) ) {
		throw new BuildError(
			`WORDPRESS_URL is “${ wordpressUrl }”, which is not an HTTP address. Set it to the address of your WordPress, for example https://example.com.`
		);
	}
	const url = new URL( `${ base }/wp-json${ route }` );
	url.search = new URLSearchParams( query ).toString();
	return url;
}

/**
 * @param {unknown} item An item of the list.
 * @return {boolean} Whether it has all that a page needs.
 */
function isPost( item ) {
	return (
		Number.isInteger( item?.id ) &&
		typeof item.link === 'string' &&
		URL.canParse( item.link ) &&
		typeof item.title?.rendered === 'string' &&
		typeof item.content?.rendered === 'string' &&
		typeof item.modified_gmt === 'string' &&
		typeof item.date_gmt === 'string'
	);
}

/**
 * Reads all published posts of a post type.
 *
 * @return {Promise<object[]>} All posts, newest first.
 * @throws {BuildError} When WordPress cannot be read.
 */
export async function readAll( wordpressUrl, type ) {
	const posts = new Map();
	for ( let page = 1, pages = 1; page <= pages; page++ ) {
		const url = routeUrl( wordpressUrl, `/wp/v2/${ type }`, {
			per_page: String( PER_PAGE ),
			page: String( page ),
			orderby: 'id',
			order: 'asc',
			_fields: FIELDS,
		} );
		const { body, headers } = await request( url );
		if ( ! Array.isArray( body ) || ! body.every( isPost ) ) {
			throw new BuildError(
				`${ url } did not answer with a list of ${ type }. Check that WORDPRESS_URL is the address of WordPress and that no plugin changes its REST API.`
			);
		}
		for ( const post of body ) {
			posts.set( post.id, post );
		}
		pages = Number( headers.get( 'x-wp-totalpages' ) ) || 1;
	}
	return [ ...posts.values() ].sort(
		( a, b ) => b.date_gmt.localeCompare( a.date_gmt ) || b.id - a.id
	);
}

/**
 * @return {Promise<{name: string, description: string}>} Both as HTML-escaped text.
 * @throws {BuildError} When WordPress cannot be read.
 */
export async function readSite( wordpressUrl ) {
	const url = routeUrl( wordpressUrl, '/', { _fields: 'name,description' } );
	const { body } = await request( url );
	return {
		name: String( body?.name || 'A headless site' ),
		description: String( body?.description ?? '' ),
	};
}
