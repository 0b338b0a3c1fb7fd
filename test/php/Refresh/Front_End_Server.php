<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use RuntimeException;

/**
 * Starts and ends front-end-server.php.
 */
final class Front_End_Server {
	public readonly string $origin;

	/**
	 * @var resource
	 */
	private $process;

	/**
	 * @var array<int, resource>
	 */
	private array $pipes = array();

	private readonly string $secrets;

	public function __construct() {
		$this->secrets = (string) tempnam( sys_get_temp_dir(), 'headless-deploy-front-end' );
		$process       = proc_open( array( PHP_BINARY, __DIR__ . '/front-end-server.php', $this->secrets ), array( array( 'pipe', 'r' ), array( 'pipe', 'w' ) ), $this->pipes );
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'PHP could not be started.' );
		}
		$this->process = $process;
		$this->origin  = 'http://127.0.0.1:' . (int) fgets( $this->pipes[1] );
		$this->know();
	}

	public function stop(): void {
		array_map( fclose( ... ), $this->pipes );
		proc_close( $this->process );
		unlink( $this->secrets );
		unlink( "{$this->secrets}.log" );
	}

	/**
	 * Deploys the front end with these secrets.
	 */
	public function know( string ...$secrets ): void {
		file_put_contents( $this->secrets, implode( "\n", $secrets ) );
		file_put_contents( "{$this->secrets}.log", '' );
	}

	/**
	 * Returns how many signatures each request had since the last deployment.
	 *
	 * @return list<int>
	 */
	public function signatures(): array {
		$lines = array_filter( explode( "\n", (string) file_get_contents( "{$this->secrets}.log" ) ) );
		return array_values( array_map( static fn( string $line ): int => substr_count( (string) json_decode( $line ), 'v1,' ), $lines ) );
	}
}
