<?php

declare( strict_types=1 );

function mirror( string $request ): string {
	list( $head, $body ) = explode( "\r\n\r\n", $request, 2 );
	$path                = explode( ' ', $head )[1] ?? '';
	if ( str_starts_with( $path, '/page-bomb-' ) ) {
		$bomb = str_repeat( "\0", 4 << 20 );
		for ( $times = (int) substr( $path, -1 ); $times > 0; $times-- ) {
			$bomb = (string) gzencode( $bomb );
		}
		return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n$bomb";
	}
	if ( 1 === preg_match( '#^/page-coded-([a-z]+)$#', $path, $found ) ) {
		return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: $found[1]\r\nConnection: close\r\n\r\nbomb";
	}
	if ( 1 === preg_match( '#^/page-cut-(plain|gzip)-(.*)$#', $path, $found ) ) {
		$text = str_repeat( 'x', 65_530 ) . $found[2];
		return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n" . ( 'gzip' === $found[1] ? "Content-Encoding: gzip\r\n\r\n" . gzencode( $text ) : "\r\n$text" );
	}
	$echo = (string) json_encode(
		array(
			'name'    => "operations$path",
			'message' => "No hook $path, it said $body",
			'raw'     => $request,
			'percent' => rawurlencode( $request ),
			'html'    => htmlspecialchars( $request, ENT_QUOTES ),
			'base64'  => array( base64_encode( $request ), base64_encode( "x$request" ), base64_encode( "xx$request" ) ),
			'parts'   => array_map( base64_encode( ... ), preg_split( '~[/?&=\s"]+~', $request ) ?: array() ),
		),
		JSON_UNESCAPED_SLASHES,
	);
	$type    = str_contains( $path, '/page-' ) ? 'text/html' : 'application/json';
	$headers = "HTTP/1.1 200 OK\r\nContent-Type: $type\r\nX-Path: $path\r\nX-Head: " . base64_encode( $head ) . "\r\nConnection: close\r\n";
	if ( str_contains( $path, 'chunked' ) ) {
		return "{$headers}Transfer-Encoding: chunked\r\n\r\n" . dechex( strlen( $echo ) ) . "\r\n$echo\r\n0\r\n\r\n";
	}
	return $headers . 'Content-Length: ' . strlen( $echo ) . "\r\n\r\n$echo";
}

function is_whole( string $request ): bool {
	$end    = strpos( $request, "\r\n\r\n" );
	$length = preg_match( '/^Content-Length: (\d+)/mi', $request, $found ) ? (int) $found[1] : 0;
	return false !== $end && strlen( $request ) >= $end + 4 + $length;
}

$listening = stream_socket_server( 'tcp://127.0.0.1:0' );
if ( false === $listening ) {
	exit( 1 );
}
echo (int) substr( (string) strrchr( (string) stream_socket_get_name( $listening, false ), ':' ), 1 ), "\n";

$asking = array();
while ( true ) {
	$readable = array_merge( array( STDIN, $listening ), array_column( $asking, 'socket' ) );
	$none     = null;
	stream_select( $readable, $none, $none, null );
	if ( in_array( STDIN, $readable, true ) ) {
		exit( 0 );
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
		if ( is_whole( $asking[ $key ]['request'] ) ) {
			file_put_contents( $argv[1], json_encode( $asking[ $key ]['request'] ) . "\n", FILE_APPEND );
			fwrite( $one['socket'], mirror( $asking[ $key ]['request'] ) );
		} elseif ( ! feof( $one['socket'] ) ) {
			continue;
		}
		fclose( $one['socket'] );
		unset( $asking[ $key ] );
	}
}
