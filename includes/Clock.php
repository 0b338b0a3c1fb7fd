<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Tells the time. Tests hand in one that stands still.
 */
interface Clock {
	/**
	 * Returns UTC milliseconds since 1970, by the wall clock.
	 */
	public function now_ms(): int;

	/**
	 * Returns milliseconds of a clock that never jumps, from an arbitrary start.
	 */
	public function monotonic_ms(): int;

	/**
	 * Returns SQL for UTC milliseconds since 1970 by the clock of the database, which all web servers share: leases go by it.
	 */
	public function sql_now_ms(): string;
}
