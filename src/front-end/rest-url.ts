/**
 * Finds a path below the REST API. A whole URL stays as it is.
 *
 * @param url  Address of WordPress.
 * @param path
 * @throws When the address is missing or wrong, for example because a variable is not set.
 */
export function restUrl( url: string | undefined, path: string | URL ): URL {
	const root = `${ url?.replace( /\/+$/, '' ) }/wp-json/`;
	if ( ! URL.canParse( root ) ) {
		throw new TypeError(
			`The option url is ${ url }. Set it to the address of WordPress.`
		);
	}
	return new URL( String( path ).replace( /^\/+/, '' ), root );
}
