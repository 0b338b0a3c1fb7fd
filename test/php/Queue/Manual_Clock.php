<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Clock;

/**
 * A clock that the test sets. It starts at the real time, because WP-Cron uses that.
 */
final class Manual_Clock implements Clock {
	public int $now;
	public int $monotonic = 5_000_000;

	/**
	 * How far the clock of the database is ahead of this one, in milliseconds.
	 */
	public int $database_ahead = 0;

	/**
	 * @param int|null $now Milliseconds, null for now.
	 */
	public function __construct( ?int $now = null ) {
		$this->now = $now ?? time() * 1000;
	}

	public function now_ms(): int {
		return $this->now;
	}

	public function monotonic_ms(): int {
		return $this->monotonic;
	}

	public function sql_now_ms(): string {
		return (string) ( $this->now + $this->database_ahead );
	}

	public function pass( int $ms ): void {
		$this->now += $ms;
		$this->monotonic += $ms;
	}

	public function jump( int $ms ): void {
		$this->now += $ms;
	}
}
