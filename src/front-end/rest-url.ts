/** Finds a path below the REST API. A whole URL stays as it is. */
export function restUrl( url: string, path: string | URL ): URL {
	return new URL(
		String( path ).replace( /^\/+/, '' ),
		`${ url.replace( /\/+$/, '' ) }/wp-json/`
	);
}
