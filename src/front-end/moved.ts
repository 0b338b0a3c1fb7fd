/**
 * Asks WordPress where the post of an old address is now.
 *
 * @param fetch Reads the REST API.
 * @param path  For example `/old-slug/`.
 * @return Null when no post had the address.
 */
export async function readMoved(
	fetch: ( path: string ) => Promise< Response >,
	path: string
): Promise< string | null > {
	const response = await fetch(
		`headless-deploy/v1/moved?path=${ encodeURIComponent( path ) }`
	);
	// Of this site, and encoded: it becomes a header.
	return response.ok
		? new URL( ( await response.json() ).path, 'http://localhost' ).pathname
		: null;
}
