/**
 * Returns the path of a permalink, for example `/2026/hello/`, decoded.
 *
 * @param {{link: string, slug?: string, id: number}} post A post or term of the REST API.
 * @return {string|null} The path with slashes around it; null when it would leave the folder.
 */
export function pathOf( post ) {
	const url = new URL( post.link );
	// Plain permalinks (`/?p=7`) have no path of their own.
	const plain =
		url.searchParams.has( 'p' ) || url.searchParams.has( 'page_id' );
	const encoded = plain ? `/${ post.slug || post.id }/` : url.pathname;
	let segments;
	try {
		segments = encoded
			.split( '/' )
			.filter( ( segment ) => segment !== '' )
			.map( decodeURIComponent );
	} catch {
		return null;
	}
	return segments.every( isSafe )
		? [ '', ...segments, '' ].join( '/' ).replace( /^\/+$/, '/' )
		: null;
}

/**
 * Returns the path that a visitor requested, in the form of `pathOf()`.
 *
 * @param {string} pathname With a slash at its end, encoded.
 * @return {string|null} Null when no page can have it.
 */
export function requestedPath( pathname ) {
	try {
		const path = decodeURIComponent( pathname );
		const segments = path.slice( 1, -1 ).split( '/' );
		return path === '/' || segments.every( ( one ) => one && isSafe( one ) )
			? path
			: null;
	} catch {
		return null;
	}
}

/** @return {string} The last segment of a path, which is the slug of its post or term. */
export function slugOf( path ) {
	return path.split( '/' ).at( -2 ) ?? '';
}

/** @return {boolean} Whether a decoded segment is a safe name of a folder. */
function isSafe( segment ) {
	return (
		segment !== '.' &&
		segment !== '..' &&
		! /[/\\\u0000-\u001f]/.test( segment ) &&
		Buffer.byteLength( segment ) <= 255
	);
}

/**
 * Encodes a decoded path for use in a link.
 *
 * @return {string} For example `/%C3%BCber/`.
 */
export function hrefOf( path ) {
	return path.split( '/' ).map( encodeURIComponent ).join( '/' );
}

/**
 * Makes links to the site in WordPress point to this site. Its files stay where they are.
 *
 * @param {string} html
 * @param {string} home The address that permalinks begin with.
 */
export function withLocalLinks( html, home ) {
	return html.replace( /href="([^"]+)"/g, ( attribute, link ) => {
		const path =
			home !== '' && link.startsWith( `${ home }/` )
				? link.slice( home.length )
				: '';
		return /^\/(?!\/|wp-)/.test( path ) ? `href="${ path }"` : attribute;
	} );
}
