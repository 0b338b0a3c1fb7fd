<?php

declare( strict_types=1 );

/**
 * Answers as a front end that knows the secrets in a file, one a line. It verifies with code of its own.
 */

function answer( string $request, string $secrets ): string {
	list( $head, $body ) = explode( "\r\n\r\n", $request, 2 );
	$header              = static fn( string $name ): string => 1 === preg_match( "/^$name: (.*)\r?$/mi", $head, $found ) ? trim( $found[1] ) : '';
	foreach ( array_filter( explode( "\n", $secrets ) ) as $secret ) {
		$key       = (string) base64_decode( substr( $secret, strlen( 'whsec_' ) ), true );
		$signature = base64_encode( hash_hmac( 'sha256', $header( 'webhook-id' ) . '.' . $header( 'webhook-timestamp' ) . ".$body", $key, true ) );
		if ( in_array( "v1,$signature", explode( ' ', $header( 'webhook-signature' ) ), true ) ) {
			return "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
		}
	}
	return "HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
}

$listening = stream_socket_server( 'tcp://127.0.0.1:0' );
if ( false === $listening ) {
	exit( 1 );
}
echo (int) substr( (string) strrchr( (string) stream_socket_get_name( $listening, false ), ':' ), 1 ), "\n";

while ( true ) {
	$readable = array( STDIN, $listening );
	$none     = null;
	stream_select( $readable, $none, $none, null );
	if ( in_array( STDIN, $readable, true ) ) {
		exit( 0 );
	}
	$client  = stream_socket_accept( $listening );
	$request = '';
	while ( is_resource( $client ) && ! feof( $client ) ) {
		$request .= fread( $client, 8192 );
		$end    = strpos( $request, "\r\n\r\n" );
		$length = 1 === preg_match( '/^Content-Length: (\d+)/mi', $request, $found ) ? (int) $found[1] : 0;
		if ( false !== $end && strlen( $request ) >= $end + 4 + $length ) {
			file_put_contents( $argv[1] . '.log', (string) json_encode( $request ) . "\n", FILE_APPEND );
			fwrite( $client, answer( $request, (string) file_get_contents( $argv[1] ) ) );
			fclose( $client );
			break;
		}
	}
}
