<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * The clock. Tests pass a fixed one.
 */
interface Clock {
	/**
	 * Returns UTC milliseconds since 1970, by the wall clock.
	 */
	public function now_ms(): int;

	/**
	 * Returns milliseconds of a monotonic clock, from an arbitrary start.
	 */
	public function monotonic_ms(): int;

	/**
	 * Returns SQL for UTC milliseconds since 1970 by the clock of the database, which all web servers share. Leases
	 * use it.
	 */
	public function sql_now_ms(): string;
}
