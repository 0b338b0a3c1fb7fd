<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Faults;

use RuntimeException;

/**
 * Starts and ends fault-server.php.
 */
final class Fault_Server {
	public const ANSWERS = __DIR__ . '/../../contract/answers.json';

	private const LATEST_NS = 10_000_000_000;

	/**
	 * Port without TLS.
	 */
	public readonly int $port;

	public readonly int $tls_port;

	/**
	 * Port that takes connections and never reads.
	 */
	public readonly int $deaf_port;

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
		$this->log = (string) tempnam( sys_get_temp_dir(), 'headless-deploy-faults' );
		$process   = proc_open( array( PHP_BINARY, __DIR__ . '/fault-server.php', $this->log, self::ANSWERS ), array( array( 'pipe', 'r' ), array( 'pipe', 'w' ) ), $this->pipes );
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'PHP could not be started.' );
		}
		$this->process   = $process;
		$ports           = array_map( intval( ... ), explode( ' ', trim( (string) fgets( $this->pipes[1] ) ) ) ) + array( 0, 0, 0 );
		$this->port      = $ports[0];
		$this->tls_port  = $ports[1];
		$this->deaf_port = $ports[2];
	}

	public function stop(): void {
		array_map( fclose( ... ), $this->pipes );
		proc_close( $this->process );
		unlink( $this->log );
	}

	/**
	 * @param  int          $expected How many surely come: on a busy machine a caller's time may be up before this server has read.
	 * @return list<string>
	 */
	public function take_requests( int $expected = 0 ): array {
		$until = hrtime( true ) + self::LATEST_NS;
		do {
			$lines = array_filter( explode( "\n", (string) file_get_contents( $this->log ) ) );
		} while ( count( $lines ) < $expected && hrtime( true ) < $until );
		file_put_contents( $this->log, '' );
		return array_values( array_map( static fn( string $line ): string => (string) json_decode( $line ), $lines ) );
	}

	/**
	 * @param string      $answer Name of an entry of answers.json.
	 * @param string|null $base   Scheme, host and port, null for the port without TLS.
	 */
	public function webhook_url( string $answer, string $token, ?string $base = null ): string {
		$base ??= "http://127.0.0.1:{$this->port}";
		return $base . '/wh/v1/accounts/acme/apps/' . Wire::slug( $answer ) . "/environments/e1/webhooks/webhook:rebuild?token=$token";
	}
}
