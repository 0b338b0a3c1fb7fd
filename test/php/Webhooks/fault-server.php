<?php
/**
 * A hosting service that misbehaves: php fault-server.php REQUEST_LOG
 *
 * Listens on a free port of loopback and prints it. What it does wrong is the name of the app in the path of the
 * webhook. Ends when its standard input is closed.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

/**
 * Returns what to send at once, per fault.
 *
 * @param string $request The whole request.
 *
 * @return array<string, string>
 */
function answers( string $request ): array {
	$token   = preg_match( '/token=(\S+)/', $request, $found ) ? $found[1] : '';
	$json    = static fn( string $body, string $status = '200 OK', string $more = '' ): string => "HTTP/1.1 $status\r\nContent-Type: application/json\r\nContent-Length: " . strlen( $body ) . "\r\n{$more}Connection: close\r\n\r\n$body";
	$zipped  = (string) gzencode( '{"message":"zipped"}' );
	$chunked = '{"message":"token ' . $token . '"}';
	return array(
		'fine'            => $json( '{"name":"accounts/acme/operations/7"}' ),
		'redirect'        => $json( '{}', '307 Temporary Redirect', "Location: /wh/v1/elsewhere?token=$token\r\n" ),
		'refused'         => $json( '{"message":"no such token ' . $token . '"}', '403 Forbidden' ),
		'broken'          => $json( '{"error":{"message":"out of order"}}', '500 Internal Server Error' ),
		'echo'            => $json( (string) json_encode( array( 'name' => "op $token", 'message' => rawurlencode( $token ), 'raw' => base64_encode( $request ) ) ), '200 OK', "X-Echo: $token\r\n" ),
		'echo-chunked'    => "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n" . dechex( strlen( $chunked ) ) . "\r\n$chunked\r\n0\r\n\r\n",
		'page'            => "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 9\r\nConnection: close\r\n\r\n<p>Hi</p>",
		'none'            => "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
		'zipped'          => "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: " . strlen( $zipped ) . "\r\nConnection: close\r\n\r\n$zipped",
		'badly-zipped'    => "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\nConnection: close\r\n\r\nthis is not gzipped!",
		'cut'             => "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n{\"name\":",
		'garbage'         => "\x00\x01\x02 I do not speak HTTP\r\n\r\n",
		'empty'           => '',
		'long'            => $json( '{"name":"long","filler":"' . str_repeat( 'x', 70_000 ) . '"}' ),
		'stall'           => "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
		'hang'            => '',
		'drip'            => "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n",
		'endless'         => "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n",
		'endless-refusal' => "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\n\r\n",
	);
}

$listening = stream_socket_server( 'tcp://127.0.0.1:0' );
if ( false === $listening ) {
	exit( 1 );
}
echo (int) substr( (string) strrchr( (string) stream_socket_get_name( $listening, false ), ':' ), 1 ), "\n";
stream_set_blocking( STDIN, false );

$asking  = array(); // Connections whose request is not complete yet.
$feeding = array(); // Those that get more and more.
$stuck   = array(); // Those that get nothing more, but stay open.
while ( ! feof( STDIN ) ) {
	$readable = array_merge( array( STDIN, $listening ), array_column( $asking, 'socket' ) );
	$writable = array_column( array_filter( $feeding, static fn( array $one ): bool => 'drip' !== $one['fault'] ), 'socket' );
	$except   = null;
	stream_select( $readable, $writable, $except, 0, 20_000 );
	if ( in_array( STDIN, $readable, true ) ) {
		fread( STDIN, 1 ); // The end of a stream shows in reading alone.
	}
	foreach ( $feeding as $key => $one ) {
		$sent = @fwrite( $one['socket'], 'drip' === $one['fault'] ? '.' : str_repeat( 'x', 16_384 ) );
		if ( false === $sent ) {
			unset( $feeding[ $key ] );
		}
	}
	if ( in_array( $listening, $readable, true ) ) {
		$socket = stream_socket_accept( $listening, 0 );
		if ( false !== $socket ) {
			stream_set_blocking( $socket, false );
			$asking[] = array( 'socket' => $socket, 'request' => '' );
		}
	}
	foreach ( $asking as $key => $one ) {
		$asking[ $key ]['request'] .= (string) fread( $one['socket'], 65_536 );
		$request = $asking[ $key ]['request'];
		if ( ! str_contains( $request, "\r\n\r\n" ) ) {
			if ( feof( $one['socket'] ) ) {
				unset( $asking[ $key ] );
			}
			continue;
		}
		unset( $asking[ $key ] );
		file_put_contents( $argv[1], json_encode( $request ) . "\n", FILE_APPEND );
		$fault = preg_match( '#/apps/([^/]+)/#', $request, $found ) ? $found[1] : 'empty';
		fwrite( $one['socket'], answers( $request )[ $fault ] ?? '' );
		if ( in_array( $fault, array( 'drip', 'endless', 'endless-refusal' ), true ) ) {
			$feeding[] = array( 'socket' => $one['socket'], 'fault' => $fault );
		} elseif ( in_array( $fault, array( 'hang', 'stall' ), true ) ) {
			$stuck[] = $one['socket'];
		} else {
			fclose( $one['socket'] );
		}
	}
}
