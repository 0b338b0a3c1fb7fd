<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Clock;

/**
 * Counts the requests of one round of looks: somebody waits for its end.
 */
final class Check_Budget {
	private const REQUESTS   = 5;
	private const LONGEST_MS = 10_000;

	private int $left = self::REQUESTS;

	/**
	 * By the clock that never jumps.
	 */
	private readonly int $deadline;

	/**
	 * Begins.
	 */
	public function __construct( private readonly Clock $clock ) {
		$this->deadline = $clock->monotonic_ms() + self::LONGEST_MS;
	}

	/**
	 * Tells whether one more request may be made, and counts it.
	 */
	public function spend(): bool {
		if ( $this->is_spent() ) {
			return false;
		}
		--$this->left;
		return true;
	}

	/**
	 * Tells whether no more request may be made.
	 */
	public function is_spent(): bool {
		return $this->left <= 0 || $this->clock->monotonic_ms() >= $this->deadline;
	}
}
