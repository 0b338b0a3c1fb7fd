<?php
/**
 * The misbehaving service as a process.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Webhooks;

use RuntimeException;

/**
 * Starts and ends fault-server.php.
 */
final class Fault_Server {
	public readonly int $port;

	/**
	 * @var resource
	 */
	private $process;

	/**
	 * @var array<int, resource>
	 */
	private array $pipes = array();

	private readonly string $log;

	/**
	 * Starts the server on a free port.
	 */
	public function __construct() {
		$this->log = (string) tempnam( sys_get_temp_dir(), 'headless-deploy-faults' );
		$process   = proc_open( array( PHP_BINARY, __DIR__ . '/fault-server.php', $this->log ), array( array( 'pipe', 'r' ), array( 'pipe', 'w' ) ), $this->pipes );
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'PHP could not be started.' );
		}
		$this->process = $process;
		$this->port    = (int) fgets( $this->pipes[1] );
	}

	/**
	 * Ends the server.
	 */
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

	/**
	 * Returns the webhook URL that meets a fault.
	 *
	 * @param string $fault Of fault-server.php.
	 * @param string $token Token.
	 */
	public function webhook_url( string $fault, string $token ): string {
		return "http://127.0.0.1:{$this->port}/wh/v1/accounts/acme/apps/$fault/environments/e1/webhooks/webhook:rebuild?token=$token";
	}
}
