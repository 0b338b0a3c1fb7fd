/** Reads published content from the WordPress REST API. */
const PER_PAGE = 100;
const REQUEST_TIMEOUT_MS = 15_000;
const FIELDS = 'id,type,slug,link,title,content,excerpt,date_gmt,modified_gmt';

/**
 * A reason to stop the build that can be told as it is, without a stack trace.
 */
export class BuildError extends Error {}

/**
 * Finds the most telling words for a request that got no answer.
 *
 * @param {unknown} error What fetch was rejected with.
 * @return {string} For example "connect ECONNREFUSED 127.0.0.1:8881".
 */
function reasonOf( error ) {
	if ( error?.name === 'TimeoutError' ) {
		return `no answer within ${ REQUEST_TIMEOUT_MS / 1000 } s`;
	}
	return (
		error?.cause?.message || error?.cause?.code || String( error?.message )
	);
}

/**
 * Requests one address of the REST API.
 *
 * @return {Promise<{body: unknown, headers: Headers}>} The parsed answer.
 * @throws {BuildError} When there is no answer, or one that is not JSON or not 200.
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
			`WordPress cannot be reached at ${ url.origin }: ${ reasonOf( error ) }. Is it running, and is WORDPRESS_URL its address?`
		);
	}
	let body;
	try {
		body = JSON.parse( text );
	} catch {
		throw new BuildError(
			`${ url } answered ${ response.status } with something that is not JSON. Is WORDPRESS_URL the address of a WordPress with pretty permalinks?`
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
 * Makes the address of a REST route below the WordPress address.
 *
 * @param {string} wordpressUrl The address, with or without a trailing slash.
 * @throws {BuildError} When the address is none.
 */
function routeUrl( wordpressUrl, route, query ) {
	const base = wordpressUrl.replace( /\/+$/, '' );
	if ( ! URL.canParse( base ) || ! /^https?:/.test( base ) ) {
		throw new BuildError(
			`WORDPRESS_URL is “${ wordpressUrl }”, which is no http address. Set it to the address of your WordPress, for example https://example.com.`
		);
	}
	const url = new URL( `${ base }/wp-json${ route }` );
	url.search = new URLSearchParams( query ).toString();
	return url;
}

/**
 * Tells whether an item of the answer has all that a page needs.
 *
 * @param {unknown} item An item of the answer.
 * @return {boolean} Whether it is a post.
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
 * Reads everything that is published of one post type.
 *
 * @param {string} wordpressUrl The address of WordPress.
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
				`${ url } did not answer with a list of ${ type }. Is WORDPRESS_URL the address of a WordPress, and does no plugin change its REST API?`
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
 * Reads the site's name and tagline.
 *
 * @param {string} wordpressUrl The address of WordPress.
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
