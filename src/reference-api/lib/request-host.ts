/** Checks of the host that a request names, against DNS rebinding. */
import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a Host header names this server.
 *
 * @param allowed Further names, with or without a port of their own.
 */
export function isAllowedHost(
	host: string | undefined,
	own: string,
	allowed: readonly string[] = []
): boolean {
	const port = own.slice( own.lastIndexOf( ':' ) );
	const names = allowed.map( ( name ) =>
		/:\d+$/.test( name ) ? name : name + port
	);
	return [ own, ...names ].some(
		( name ) => name.toLowerCase() === host?.toLowerCase()
	);
}

/**
 * Returns every host that a request names: in `Host`, which some clients send twice, and in a target in absolute form
 * (RFC 9112, section 3.2.2).
 */
export function hostsOf( raw: IncomingMessage ): string[] {
	const { rawHeaders, url = '/' } = raw;
	const named = rawHeaders.filter(
		( _value, index ) =>
			index % 2 === 1 && rawHeaders[ index - 1 ]?.toLowerCase() === 'host'
	);
	if ( url.startsWith( '/' ) || url === '*' ) {
		return named;
	}
	const target = /^http:\/\/([^/?#]*)/i.exec( url );
	return [ ...named, target?.[ 1 ] ?? '' ];
}
