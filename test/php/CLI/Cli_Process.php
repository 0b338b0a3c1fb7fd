<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use RuntimeException;

final class Cli_Process {
	private const MAX_SECONDS = 30;

	/**
	 * @var resource
	 */
	private $process;

	private readonly float $started_at;

	/**
	 * @var array<int, resource>
	 */
	private array $pipes = array();

	/**
	 * @var array<int, string>
	 */
	private array $written = array(
		1 => '',
		2 => '',
	);

	/**
	 * @param list<string> $command
	 */
	public function __construct( array $command, bool $has_terminal = false ) {
		$pty     = array( array( 'pty' ), array( 'pty' ), array( 'pty' ) );
		$streams = $has_terminal ? $pty : array( array( 'pipe', 'r' ), array( 'pipe', 'w' ), array( 'pipe', 'w' ) );
		$process = proc_open( $command, $streams, $this->pipes );
		if ( ! is_resource( $process ) ) {
			throw new RuntimeException( 'The command could not be started.' );
		}
		$this->process    = $process;
		$this->started_at = microtime( true );
		if ( $has_terminal ) {
			// One terminal serves all three streams.
			unset( $this->pipes[2] );
		}
		array_map( static fn( $pipe ) => stream_set_blocking( $pipe, false ), array_slice( $this->pipes, 1 ) );
	}

	public function type( string $text ): void {
		fwrite( $this->pipes[0], $text );
	}

	public function wait_for( string $arguments ): void {
		$this->read( fn(): bool => str_contains( $this->written[1], $arguments ) );
		if ( ! str_contains( $this->written[1], $arguments ) ) {
			throw new RuntimeException( "“{$arguments}” was not written, but:\n{$this->written[1]}{$this->written[2]}" );
		}
	}

	public function signal( int $signal ): void {
		proc_terminate( $this->process, $signal );
	}

	public function end( string $input = '' ): Cli_Result {
		if ( '' !== $input ) {
			// The command may refuse the first part and end before it has read the rest.
			@fwrite( $this->pipes[0], $input );
		}
		fclose( $this->pipes[0] );
		$this->read( static fn(): bool => false );
		do {
			$status = proc_get_status( $this->process );
			$this->end_after_timeout();
		} while ( $status['running'] );
		proc_close( $this->process );
		return new Cli_Result( $status['signaled'] ? 128 + $status['termsig'] : $status['exitcode'], $this->written[1], $this->written[2] );
	}

	public function pid(): int {
		return proc_get_status( $this->process )['pid'];
	}

	/**
	 * @param callable(): bool $is_complete
	 */
	private function read( callable $is_complete ): void {
		$open = array_diff_key( $this->pipes, array( 0 => true ) );
		while ( array() !== $open && ! $is_complete() ) {
			$this->end_after_timeout();
			$readable = $open;
			$none     = null;
			if ( 0 === (int) stream_select( $readable, $none, $none, 1 ) ) {
				continue;
			}
			foreach ( array_keys( $readable ) as $number ) {
				// The end of a terminal is an error.
				$piece = @fread( $open[ $number ], 65_536 );
				if ( false === $piece || '' === $piece ) {
					unset( $open[ $number ] );
					continue;
				}
				$this->written[ $number ] .= $piece;
			}
		}
	}

	private function end_after_timeout(): void {
		if ( microtime( true ) < $this->started_at + self::MAX_SECONDS ) {
			return;
		}
		proc_terminate( $this->process, SIGKILL );
		throw new RuntimeException( "The command does not end. It has written:\n{$this->written[1]}{$this->written[2]}" );
	}
}
