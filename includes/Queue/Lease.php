<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;

/**
 * The right to send for one lane. It lasts longer than the slowest send, so two sends overlap only if a process is suspended
 * between the last check and its call.
 */
final class Lease {
	public const DURATION_MS = 60_000;

	private const LATEST_SEND_AFTER_MS = 20_000;

	/**
	 * @param int $taken_at   By the wall clock.
	 * @param int $renewed_at By the wall clock: when it was taken or renewed last.
	 * @param int $monotonic  The same by the monotonic clock.
	 */
	private function __construct(
		public readonly Lane_Key $key,
		public readonly string $id,
		public readonly int $taken_at,
		private int $renewed_at,
		private int $monotonic,
	) {}

	/**
	 * Creates a lease that `Leases::acquire()` has still to take. The clock is read before, so the time to take it counts.
	 */
	public static function from_now( Lane_Key $key, Clock $clock ): self {
		return new self( $key, wp_generate_uuid4(), $clock->now_ms(), $clock->now_ms(), $clock->monotonic_ms() );
	}

	/**
	 * Notes that `Leases::renew()` is about to extend it.
	 */
	public function renewed( Clock $clock ): void {
		$this->renewed_at = $clock->now_ms();
		$this->monotonic  = $clock->monotonic_ms();
	}

	/**
	 * Tells whether a call may still start: soon after the lease was taken or renewed. A process that was suspended, or whose
	 * clock was set, must not send, because another process may hold the lane by then.
	 */
	public function may_send( Clock $clock ): bool {
		return abs( $clock->now_ms() - $this->renewed_at ) <= self::LATEST_SEND_AFTER_MS
			&& $clock->monotonic_ms() - $this->monotonic <= self::LATEST_SEND_AFTER_MS;
	}

	public function condition(): string {
		global $wpdb;
		return "EXISTS (SELECT 1 FROM {$wpdb->headless_deploy_lanes} WHERE " . $this->key->condition()
			. $wpdb->prepare( ' AND lease = %s)', $this->id );
	}
}
