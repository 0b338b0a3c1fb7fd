<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Faults;

require_once __DIR__ . '/Wire.php';

/**
 * Creates a self-signed certificate.
 *
 * @return resource Context of a TLS server.
 */
function self_signed_context() {
	$key         = openssl_pkey_new( array( 'private_key_bits' => 2048 ) );
	$request     = openssl_csr_new( array( 'commonName' => '127.0.0.1' ), $key );
	$certificate = openssl_csr_sign( $request, null, $key, 1 );
	openssl_x509_export( $certificate, $public );
	openssl_pkey_export( $key, $private );
	$file = (string) tempnam( sys_get_temp_dir(), 'headless-deploy-certificate' );
	file_put_contents( $file, $public . $private );
	register_shutdown_function( static fn() => unlink( $file ) );
	return stream_context_create( array( 'ssl' => array( 'local_cert' => $file ) ) );
}

/**
 * Opens a free port.
 *
 * @param  resource|null        $context Of TLS, null for none.
 * @return array{resource, int}
 */
function listen( $context = null ): array {
	$socket = stream_socket_server( 'tcp://127.0.0.1:0', $number, $error, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context ?? stream_context_create() );
	if ( false === $socket ) {
		fwrite( STDERR, "No port: $error\n" );
		exit( 1 );
	}
	return array( $socket, (int) substr( (string) strrchr( (string) stream_socket_get_name( $socket, false ), ':' ), 1 ) );
}

$wire = new Wire( $argv[2] );

list( $plain, $plain_port ) = listen();
list( $tls, $tls_port )     = listen( self_signed_context() );
list( $deaf, $deaf_port )   = listen(); // The kernel accepts connections that are never read.
echo "$plain_port $tls_port $deaf_port\n";
stream_set_blocking( STDIN, false );

$incomplete = array(); // Connections with an incomplete request.
$feeding    = array(); // Connections that receive more and more.
$stuck      = array(); // Connections that stay open without data.
while ( ! feof( STDIN ) ) {
	$readable = array_merge( array( STDIN, $plain, $tls ), $incomplete );
	$writable = array_column( array_filter( $feeding, static fn( array $one ): bool => 'flood' === $one['ending'] ), 'socket' );
	$except   = null;
	stream_select( $readable, $writable, $except, 0, 20_000 );
	if ( in_array( STDIN, $readable, true ) ) {
		fread( STDIN, 1 ); // Only reading detects the end of a stream.
	}
	foreach ( $feeding as $key => $one ) {
		if ( false === @fwrite( $one['socket'], 'drip' === $one['ending'] ? '.' : str_repeat( $one['more'], 512 ) ) ) {
			unset( $feeding[ $key ] );
		}
	}
	foreach ( array( $plain, $tls ) as $listener ) {
		$socket = in_array( $listener, $readable, true ) ? stream_socket_accept( $listener, 0 ) : false;
		if ( false === $socket ) {
			continue;
		}
		if ( $tls === $listener ) {
			stream_set_timeout( $socket, 1 );
			// With TLS 1.3 the handshake of a server may end before the client refuses the certificate.
			$is_encrypted = true === @stream_socket_enable_crypto( $socket, true, STREAM_CRYPTO_METHOD_TLS_SERVER );
			$request      = $is_encrypted ? (string) @fread( $socket, 65_536 ) : '';
			if ( '' !== $request ) {
				file_put_contents( $argv[1], json_encode( $request ) . "\n", FILE_APPEND );
			}
			fclose( $socket );
			continue;
		}
		stream_set_blocking( $socket, false );
		$incomplete[] = $socket;
	}
	foreach ( $incomplete as $key => $socket ) {
		// Peek: closing a connection with unread data resets it.
		$request = (string) stream_socket_recvfrom( $socket, 65_536, STREAM_PEEK );
		if ( str_starts_with( $request, "\x16\x03" ) ) {
			// A TLS client on the port without TLS: web servers answer with this error.
			fread( $socket, 65_536 );
			fwrite( $socket, "HTTP/1.1 400 The plain HTTP request was sent to HTTPS port\r\nContent-Length: 0\r\n\r\n" );
			fclose( $socket );
			unset( $incomplete[ $key ] );
			continue;
		}
		if ( ! str_contains( $request, "\r\n\r\n" ) ) {
			if ( '' === $request && in_array( $socket, $readable, true ) ) {
				unset( $incomplete[ $key ] );
			}
			continue;
		}
		unset( $incomplete[ $key ] );
		file_put_contents( $argv[1], json_encode( $request ) . "\n", FILE_APPEND );
		list( $bytes, $ending, $more ) = $wire->answer( $request );
		if ( 'reset' !== $ending ) {
			fread( $socket, 65_536 );
		}
		fwrite( $socket, $bytes );
		if ( in_array( $ending, array( 'drip', 'flood' ), true ) ) {
			$feeding[] = compact( 'socket', 'ending', 'more' );
		} elseif ( 'hang' === $ending ) {
			$stuck[] = $socket;
		} else {
			fclose( $socket );
		}
	}
}
