<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;

/**
 * Holds the right to send for one lane for a minute. It is longer than the slowest send, so two can never overlap.
 */
final class Lease {
	public const DURATION_MS           = 60_000;
	private const LATEST_SEND_AFTER_MS = 20_000;

	/**
	 * Takes the moment before the lease is asked for.
	 *
	 * @param string $id        Different for every lease.
	 * @param int    $taken_at  By the wall clock.
	 * @param int    $monotonic By the clock that never jumps.
	 */
	private function __construct(
		public readonly Lane_Key $key,
		public readonly string $id,
		public readonly int $taken_at,
		private readonly int $monotonic,
	) {}

	/**
	 * Makes a lease that has still to be taken.
	 *
	 * @param Clock $clock Read before the lease is taken, so that the time to take it counts.
	 */
	public static function from_now( Lane_Key $key, Clock $clock ): self {
		return new self( $key, wp_generate_uuid4(), $clock->now_ms(), $clock->monotonic_ms() );
	}

	/**
	 * Tells whether a call may still begin. A process that stood still, or whose clock was set, must not send: by
	 * then another one may hold the lane.
	 */
	public function may_send( Clock $clock ): bool {
		return abs( $clock->now_ms() - $this->taken_at ) <= self::LATEST_SEND_AFTER_MS
			&& $clock->monotonic_ms() - $this->monotonic <= self::LATEST_SEND_AFTER_MS;
	}
}
