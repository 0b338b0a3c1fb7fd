<?php

declare( strict_types=1 );

/**
 * A host on loopback that prints its port. It answers each request with a description of it, without keeping the body in
 * memory, and the routes of webhooks with a token.
 */

namespace HeadlessDeploy\Tests\Hosting\Host;

const TOKEN = 'token-of-the-host-server-0123456789';

/**
 * Reads one request.
 *
 * @param  resource                                                                   $socket
 * @return array{head: string, start: string, length: int, hash: string, end: string}
 */
function receive( $socket ): array {
	$bytes = '';
	while ( ! str_contains( $bytes, "\r\n\r\n" ) && ! feof( $socket ) ) {
		$bytes .= (string) fread( $socket, 8192 );
	}
	list( $head, $body ) = explode( "\r\n\r\n", $bytes, 2 ) + array( '', '' );
	$length              = 1 === preg_match( '/^Content-Length: (\d+)/mi', $head, $found ) ? (int) $found[1] : 0;
	// The headers of the form's part end with an empty line; after the file comes the boundary.
	$boundary = 1 === preg_match( '/boundary=([^\s;]+)/', $head, $found ) ? $found[1] : '';
	$closing  = '' === $boundary ? 0 : strlen( "\r\n--$boundary--\r\n" );
	while ( '' !== $boundary && ! str_contains( $body, "\r\n\r\n" ) ) {
		$body .= (string) fread( $socket, 8192 );
	}
	$start = '' === $boundary ? $body : explode( "\r\n\r\n", $body, 2 )[0];
	$left  = $length - strlen( $body );
	$hash  = hash_init( 'sha256' );
	$held  = '' === $boundary ? '' : substr( $body, strlen( $start ) + 4 );
	while ( $left > 0 ) {
		$part = (string) fread( $socket, min( 65_536, $left ) );
		if ( '' === $part && feof( $socket ) ) {
			break;
		}
		$left -= strlen( $part );
		$held .= $part;
		hash_update( $hash, substr( $held, 0, max( 0, strlen( $held ) - $closing ) ) );
		$held = substr( $held, max( 0, strlen( $held ) - $closing ) );
	}
	hash_update( $hash, substr( $held, 0, strlen( $held ) - $closing ) );
	return array( 'head' => $head, 'start' => $start, 'length' => $length, 'hash' => hash_final( $hash ), 'end' => '' === $boundary ? '' : substr( $held, -$closing ) );
}

/**
 * @param array{head: string, start: string, length: int, hash: string, end: string} $request
 */
function answer( array $request, string $origin ): string {
	$path = explode( ' ', $request['head'] )[1] ?? '';
	if ( str_ends_with( $path, '/regions' ) ) {
		return "HTTP/1.1 302 Found\r\nLocation: $origin/elsewhere\r\nConnection: close\r\n\r\n";
	}
	if ( str_contains( $path, '/forbidden/' ) ) {
		$body = '{"message":"Your role is read-only."}';
		return "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " . strlen( $body ) . "\r\n\r\n$body";
	}
	$json = str_ends_with( $path, '/webhooks' )
		? array( 'rebuild' => $origin . str_replace( '/_local/', '/wh/v1/', $path ) . '/webhook:rebuild?token=' . TOKEN )
		: array( 'name' => 'operations/no_build', 'displayName' => 'Production', 'domains' => array(), 'request' => $request, 'signIn' => sha1( preg_match( '/^Authorization: Basic (.+?)\r?$/m', $request['head'], $found ) ? $found[1] : '' ) );
	$body = (string) json_encode( $json );
	return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " . strlen( $body ) . "\r\n\r\n$body";
}

$listening = stream_socket_server( 'tcp://127.0.0.1:0' );
if ( false === $listening ) {
	exit( 1 );
}
$origin = 'http://' . stream_socket_get_name( $listening, false );
echo "$origin\n";

while ( true ) {
	$readable = array( STDIN, $listening );
	$none     = null;
	stream_select( $readable, $none, $none, null );
	if ( in_array( STDIN, $readable, true ) ) {
		exit( 0 );
	}
	$socket = stream_socket_accept( $listening, 0 );
	if ( false !== $socket ) {
		fwrite( $socket, answer( receive( $socket ), $origin ) );
		fclose( $socket );
	}
}
