<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Faults;

use HeadlessDeploy\Clock;

/**
 * The test sets the wall time, so that waits take no time. The monotonic time is real, so that a real call ends in real
 * time.
 */
final class Matrix_Clock implements Clock {
	public int $now;

	/**
	 * Starts at the real time, because the service sends dates.
	 */
	public function __construct() {
		$this->now = time() * 1000;
	}

	public function now_ms(): int {
		return $this->now;
	}

	public function monotonic_ms(): int {
		return intdiv( hrtime( true ), 1_000_000 );
	}

	public function sql_now_ms(): string {
		return (string) $this->now;
	}

	public function pass( int $ms ): void {
		$this->now += $ms;
	}
}
