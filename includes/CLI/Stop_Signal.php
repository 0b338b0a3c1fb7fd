<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

/**
 * Handles Ctrl-C and SIGTERM, so that a run that is being sent is completed. Without PHP's pcntl extension the process
 * ends at once, and the run is sent again when its lease expires.
 */
final class Stop_Signal {
	private bool $is_received = false;

	/**
	 * Installs the handlers. A second Ctrl-C ends the process at once.
	 */
	public function listen(): void {
		if ( ! self::is_supported() ) {
			return;
		}
		pcntl_async_signals( true );
		foreach ( array( SIGTERM, SIGINT ) as $signal ) {
			pcntl_signal(
				$signal,
				function () use ( $signal ): void {
					$this->is_received = true;
					pcntl_signal( $signal, SIG_DFL );
				},
			);
		}
	}

	public function restore(): void {
		if ( self::is_supported() ) {
			pcntl_signal( SIGTERM, SIG_DFL );
			pcntl_signal( SIGINT, SIG_DFL );
		}
	}

	public function is_received(): bool {
		return $this->is_received;
	}

	/**
	 * Checks each function, because hosts disable them individually.
	 */
	private static function is_supported(): bool {
		return function_exists( 'pcntl_async_signals' ) && function_exists( 'pcntl_signal' );
	}
}
