<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Http;

use RuntimeException;

/**
 * Starts a proxy on a free port of loopback that opens no connection: it records the requested target. Speaks SOCKS
 * 5, whose clients look names up themselves, and HTTP, whose clients leave that to the proxy.
 */
final class Proxy_Server {
	private const SCRIPT = '$server = stream_socket_server( "tcp://127.0.0.1:0" );
		echo substr( strrchr( stream_socket_get_name( $server, false ), ":" ), 1 ), "\n";
		while ( $client = stream_socket_accept( $server, 60 ) ) {
			$first = fread( $client, 1 );
			if ( "\x05" === $first ) {
				fread( $client, ord( fread( $client, 1 ) ) );
				fwrite( $client, "\x05\x00" );
				$kind = substr( fread( $client, 4 ), 3 );
				$host = "\x01" === $kind ? implode( ".", unpack( "C4", fread( $client, 4 ) ) ) : fread( $client, ord( fread( $client, 1 ) ) );
				echo $host, ":", unpack( "n", fread( $client, 2 ) )[1], "\n";
				fwrite( $client, "\x05\x05\x00\x01\x00\x00\x00\x00\x00\x00" );
			} else {
				echo $first . trim( fgets( $client ) ), "\n";
				while ( ! in_array( fgets( $client ), array( "\r\n", false ), true ) );
				fwrite( $client, "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" );
			}
			fclose( $client );
		}';

	public readonly int $port;

	/**
	 * @var resource
	 */
	private $process;

	/**
	 * @var resource
	 */
	private $output;

	public function __construct() {
		$process = proc_open( array( PHP_BINARY, '-r', self::SCRIPT ), array( 1 => array( 'pipe', 'w' ) ), $pipes );
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'PHP could not be started.' );
		}
		$this->process = $process;
		$this->output  = $pipes[1];
		$this->port    = (int) fgets( $this->output );
	}

	/**
	 * Waits for the next request, and returns where it was to be connected to.
	 */
	public function connect_request(): string {
		return trim( (string) fgets( $this->output ) );
	}

	public function stop(): void {
		proc_terminate( $this->process, 9 );
		fclose( $this->output );
		proc_close( $this->process );
	}
}
