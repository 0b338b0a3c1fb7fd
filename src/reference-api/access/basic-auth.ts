/**
 * Reads the credentials of HTTP Basic (RFC 7617).
 *
 * @return User and password, or null when it holds none.
 */
export function parseBasicAuth(
	header: string | undefined
): [ user: string, password: string ] | null {
	const match = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(
		header?.trim() ?? ''
	);
	if ( ! match?.[ 1 ] ) {
		return null;
	}
	const text = Buffer.from( match[ 1 ], 'base64' ).toString( 'utf8' );
	const colon = text.indexOf( ':' );
	return colon < 0
		? null
		: [ text.slice( 0, colon ), text.slice( colon + 1 ) ];
}
