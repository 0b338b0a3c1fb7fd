<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Site_Health;

use RuntimeException;

/**
 * Starts a server on a free port of loopback that answers every request with 404, or accepts connections and does not
 * answer.
 */
final class Root_Server {
	private const SCRIPT = '$server = stream_socket_server( "tcp://127.0.0.1:0" );
		echo substr( strrchr( stream_socket_get_name( $server, false ), ":" ), 1 ), "\n";
		while ( $client = stream_socket_accept( $server, 60 ) ) {
			$lines = array( fgets( $client ) );
			while ( "\r\n" !== end( $lines ) && false !== end( $lines ) ) { $lines[] = fgets( $client ); }
			echo json_encode( implode( $lines ) ), "\n";
			if ( "silent" === $argv[1] ) { $kept[] = $client; continue; }
			fwrite( $client, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" );
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

	public function __construct( bool $is_silent = false ) {
		$process = proc_open( array( PHP_BINARY, '-r', self::SCRIPT, '--', $is_silent ? 'silent' : 'talks' ), array( 1 => array( 'pipe', 'w' ) ), $pipes );
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'PHP could not be started.' );
		}
		$this->process = $process;
		$this->output  = $pipes[1];
		$this->port    = (int) fgets( $this->output );
	}

	public function request(): string {
		return (string) json_decode( (string) fgets( $this->output ) );
	}

	public function stop(): void {
		proc_terminate( $this->process, 9 );
		fclose( $this->output );
		proc_close( $this->process );
	}
}
