<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Clock;

/**
 * Limits the requests and the duration of the checks of one dispatch.
 */
final class Check_Budget {
	private const MAX_REQUESTS    = 5;
	private const MAX_DURATION_MS = 10_000;

	private int $left = self::MAX_REQUESTS;

	/**
	 * By the monotonic clock.
	 */
	private readonly int $deadline;

	public function __construct( private readonly Clock $clock ) {
		$this->deadline = $clock->monotonic_ms() + self::MAX_DURATION_MS;
	}

	public function spend(): bool {
		if ( $this->is_spent() ) {
			return false;
		}
		--$this->left;
		return true;
	}

	public function is_spent(): bool {
		return $this->left <= 0 || $this->clock->monotonic_ms() >= $this->deadline;
	}
}
