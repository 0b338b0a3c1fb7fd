<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Servers;

use HeadlessDeploy\Tests\Faults\Site_Copy;
use RuntimeException;

/**
 * PHP's web server on loopback, which serves a copy of a site.
 */
final class Web_Server {
	private const ROUTER = __DIR__ . '/../../../src/dev-kit/wordpress/router.php';

	/**
	 * @var resource
	 */
	private $process;

	/**
	 * @var array<int, resource>
	 */
	private array $pipes = array();

	private readonly string $address;

	/**
	 * @param string ...$ini Settings of PHP, each as `name=value`.
	 */
	public function __construct( Site_Copy $site, string ...$ini ) {
		$router = "{$site->folder}/router.php";
		// WordPress's files are links, from which it would conclude another folder.
		file_put_contents( $router, "<?php\ndefine( 'ABSPATH', __DIR__ . '/' );\nreturn require " . var_export( self::ROUTER, true ) . ";\n" );
		$options = array_merge( ...array_map( static fn( string $setting ): array => array( '-d', $setting ), $ini ) );
		$process = proc_open(
			array( PHP_BINARY, ...$options, '-S', '127.0.0.1:0', '-t', $site->folder, $router ),
			array( 1 => array( 'file', "{$site->folder}/server.log", 'a' ), 2 => array( 'pipe', 'w' ) ),
			$this->pipes,
		);
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'PHP could not be started.' );
		}
		$this->process = $process;
		$this->address = $this->read_address();
	}

	public function __destruct() {
		proc_terminate( $this->process, SIGKILL );
		array_map( fclose( ... ), $this->pipes );
		proc_close( $this->process );
	}

	/**
	 * Sends a GET request, and follows no redirect.
	 *
	 * @param  array<string, string>                              $headers
	 * @return array{status: int, location: string, body: string}
	 */
	public function get( string $path, array $headers = array() ): array {
		$lines   = array_map( static fn( string $name, string $value ): string => "$name: $value", array_keys( $headers ), $headers );
		$context = stream_context_create(
			array(
				'http' => array(
					// The address of the site has no port.
					'header'          => array( 'Host: 127.0.0.1', ...$lines ),
					'follow_location' => 0,
					'ignore_errors'   => true,
				),
			),
		);
		$stream = fopen( "http://{$this->address}$path", 'r', false, $context );
		if ( false === $stream ) {
			throw new RuntimeException( "No answer to $path" );
		}
		$answer = (array) stream_get_meta_data( $stream )['wrapper_data'];
		$found  = array_values( (array) preg_grep( '/^location:/i', $answer ) );
		return array(
			'status'   => (int) substr( (string) $answer[0], 9, 3 ),
			'location' => trim( substr( (string) ( $found[0] ?? '' ), 9 ) ),
			'body'     => (string) stream_get_contents( $stream ),
		);
	}

	/**
	 * Sends a POST request and disconnects without reading the answer.
	 *
	 * @param string $authorization Value of the header `Authorization`.
	 */
	public function abandon( string $path, string $authorization, string $body ): void {
		$socket = stream_socket_client( "tcp://{$this->address}" );
		if ( false === $socket ) {
			throw new RuntimeException( 'No connection to the web server.' );
		}
		$length = strlen( $body );
		fwrite( $socket, "POST $path HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: $authorization\r\nContent-Type: application/json\r\nContent-Length: $length\r\n\r\n$body" );
		fclose( $socket );
	}

	private function read_address(): string {
		for ( $line = fgets( $this->pipes[2] ); false !== $line; $line = fgets( $this->pipes[2] ) ) {
			if ( 1 === preg_match( '#http://(127\.0\.0\.1:\d+)#', $line, $found ) ) {
				return $found[1];
			}
		}
		throw new RuntimeException( 'The web server did not start.' );
	}
}
