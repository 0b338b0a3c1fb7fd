<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

/**
 * Holds when one schedule runs next, as it was read from the table.
 */
final class Next_Run {
	/**
	 * @param int      $at          Milliseconds since 1970.
	 * @param int|null $lease_until When the lease of the process that queues the run expires; null when there is none.
	 */
	public function __construct(
		public readonly int $at,
		private readonly ?int $lease_until = null,
	) {}

	/**
	 * Returns when the run can be queued: when it is due, and not before a lease has expired.
	 */
	public function available_at(): int {
		return max( $this->at, $this->lease_until ?? 0 );
	}

	public function is_due( int $now ): bool {
		return $this->at <= $now && ! $this->is_leased( $now );
	}

	public function is_leased( int $now ): bool {
		return null !== $this->lease_until && $this->lease_until > $now;
	}
}
