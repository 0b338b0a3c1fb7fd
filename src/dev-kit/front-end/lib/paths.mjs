/**
 * Returns the path of a permalink, for example `/2026/hello/`, decoded.
 *
 * @param {{link: string, slug?: string, id: number}} post A post of the REST API.
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
