<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

/**
 * Remembers that somebody pressed Ctrl-C or sent SIGTERM, so that what has begun is ended well. Without PHP's pcntl
 * extension the process ends at once instead; a run that was being sent then is sent again when its lease expires.
 */
final class Stop_Signal {
	private bool $is_received = false;

	/**
	 * Listens from now on. A second Ctrl-C ends at once.
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

	/**
	 * Listens no more.
	 */
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
	 * Tells whether this PHP can listen; hosts switch these functions off one by one.
	 */
	private static function is_supported(): bool {
		return function_exists( 'pcntl_async_signals' ) && function_exists( 'pcntl_signal' );
	}
}
