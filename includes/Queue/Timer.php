<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Holds the row of one schedule, as it was read.
 */
final class Timer {
	/**
	 * A row that is taken for longer than a lease lasts was taken by a clock that was set back since.
	 */
	private const CLOCK_SLACK_MS = 2 * Lease::DURATION_MS;

	/**
	 * @param int  $at       When the schedule runs next, in milliseconds; while somebody is at it, until when.
	 * @param bool $is_taken Whether somebody is at it: has taken the row and not yet set the next time.
	 * @param int  $stored   What stands in the row: a time of the schedule, or the end of a lease by the database's clock.
	 */
	public function __construct(
		public readonly int $at,
		public readonly bool $is_taken,
		public readonly int $stored = 0,
	) {}

	/**
	 * Tells whether the row may be taken now. Whoever took it and crashed has left a lease that ends.
	 */
	public function is_due( int $now ): bool {
		return $this->at <= $now || ( $this->is_taken && $this->at > $now + self::CLOCK_SLACK_MS );
	}
}
