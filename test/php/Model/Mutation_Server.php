<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Tests\Test_Database;
use PHPUnit\TextUI\Application;
use RuntimeException;

/**
 * Runs PHPUnit for one mutation after the other. One process loads WordPress up to its plugins, and a fork of it loads the
 * rest for each mutation: loading WordPress and PHPUnit for each takes more time than most tests.
 */
final class Mutation_Server {
	/**
	 * Written on a line of its own after the output of each task.
	 */
	private const ENDED = '--- ended with ';

	/**
	 * What the fork has to run.
	 *
	 * @var array{filter: string, file: string, env: array<string, string>}|null
	 */
	private static ?array $task = null;

	/**
	 * @var resource
	 */
	private $process;

	/**
	 * @var array<int, resource>
	 */
	private array $pipes = array();

	public function __construct() {
		$process = proc_open(
			array( PHP_BINARY, __DIR__ . '/mutation-server.php' ),
			array( array( 'pipe', 'r' ), array( 'pipe', 'w' ), array( 'redirect', 1 ) ),
			$this->pipes,
			null,
			array( 'HEADLESS_DEPLOY_TEST_SHARD' => '1/1', 'HEADLESS_DEPLOY_TEST_TEMPLATE' => Test_Database::folder() ) + getenv(),
		);
		$this->process = is_resource( $process ) ? $process : throw new RuntimeException( 'PHP could not be started.' );
	}

	/**
	 * @param  array<string, string> $env
	 * @return array{int, string}    Exit code and output of PHPUnit.
	 */
	public function run( string $filter, string $file, array $env ): array {
		fwrite( $this->pipes[0], json_encode( compact( 'filter', 'file', 'env' ), JSON_THROW_ON_ERROR ) . "\n" );
		$output = '';
		for ( $line = fgets( $this->pipes[1] ); false !== $line; $line = fgets( $this->pipes[1] ) ) {
			if ( str_starts_with( $line, self::ENDED ) ) {
				return array( (int) substr( $line, strlen( self::ENDED ) ), $output );
			}
			$output .= $line;
		}
		throw new RuntimeException( "The server of mutations has ended:\n$output" );
	}

	public function stop(): void {
		array_map( fclose( ... ), $this->pipes );
		proc_close( $this->process );
	}

	/**
	 * Waits for tasks and returns in a fork for each. The server itself ends here.
	 */
	public static function wait_for_task(): void {
		for ( $line = fgets( STDIN ); false !== $line; $line = fgets( STDIN ) ) {
			$fork = pcntl_fork();
			if ( 0 === $fork ) {
				self::$task = json_decode( $line, true, flags: JSON_THROW_ON_ERROR );
				foreach ( self::$task['env'] as $name => $value ) {
					putenv( "$name=$value" );
				}
				// A fork needs its own connection, and the database of the task before may have changed.
				Test_Database::reset();
				return;
			}
			pcntl_waitpid( $fork, $status );
			echo "\n", self::ENDED, pcntl_wifexited( $status ) ? pcntl_wexitstatus( $status ) : 255, "\n";
		}
		exit( 0 );
	}

	/**
	 * @return int Exit code.
	 */
	public static function run_task(): int {
		return ( new Application() )->run( array( 'phpunit', '-c', dirname( __DIR__ ) . '/phpunit.xml.dist', '--do-not-cache-result', '--stop-on-failure', '--stop-on-error', '--filter', self::$task['filter'] ?? '', self::$task['file'] ?? '' ) );
	}
}
