<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Http;

use RuntimeException;

/**
 * Starts and ends mirror-server.php.
 */
final class Mirror_Server {
	public readonly string $origin;

	/**
	 * @var resource
	 */
	private $process;

	/**
	 * @var array<int, resource>
	 */
	private array $pipes = array();

	private readonly string $log;

	public function __construct() {
		$this->log = (string) tempnam( sys_get_temp_dir(), 'headless-deploy-mirror' );
		$process   = proc_open( array( PHP_BINARY, __DIR__ . '/mirror-server.php', $this->log ), array( array( 'pipe', 'r' ), array( 'pipe', 'w' ) ), $this->pipes );
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'PHP could not be started.' );
		}
		$this->process = $process;
		$this->origin  = 'http://127.0.0.1:' . (int) fgets( $this->pipes[1] );
	}

	public function stop(): void {
		array_map( fclose( ... ), $this->pipes );
		proc_close( $this->process );
		unlink( $this->log );
	}

	/**
	 * Returns the requests that came, whole, and forgets them.
	 *
	 * @return list<string>
	 */
	public function take_requests(): array {
		$lines = array_filter( explode( "\n", (string) file_get_contents( $this->log ) ) );
		file_put_contents( $this->log, '' );
		return array_values( array_map( static fn( string $line ): string => (string) json_decode( $line ), $lines ) );
	}
}
