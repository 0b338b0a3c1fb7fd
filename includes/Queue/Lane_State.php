<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;

/**
 * Holds what one lane's rows add up to at one moment.
 */
final class Lane_State {
	/**
	 * @param int|null            $oldest      First fresh row, null when there is none.
	 * @param int|null            $newest      Last fresh row, null when there is none.
	 * @param int                 $changes     Changes that all pending rows stand for.
	 * @param int|null            $pressed_at  Last press that is pending, null when there is none.
	 * @param int                 $fresh       Pending rows that were not refused before.
	 * @param int                 $failed      Changes that were refused and wait for the next run.
	 * @param int                 $seen        Highest row id that was counted.
	 * @param Action              $action      Strongest action that is pending.
	 * @param string              $cause       Why it is sent: that of a press, else automatic.
	 * @param int                 $user_id     Who started it, 0 for nobody.
	 * @param Unfinished_Run|null $unfinished  The run that has begun and not ended.
	 * @param int                 $lease_until When the lease ends, 0 when nobody holds it.
	 */
	public function __construct(
		public readonly Lane_Key $key,
		public readonly ?int $oldest = null,
		public readonly ?int $newest = null,
		public readonly int $changes = 0,
		public readonly ?int $pressed_at = null,
		public readonly int $fresh = 0,
		public readonly int $failed = 0,
		public readonly int $seen = 0,
		public readonly Action $action = Action::Rebuild,
		public readonly string $cause = Cause::AUTOMATIC,
		public readonly int $user_id = 0,
		public readonly ?Unfinished_Run $unfinished = null,
		public readonly int $lease_until = 0,
	) {}

	/**
	 * Tells whether a sender holds the lane now.
	 */
	public function is_leased( int $now ): bool {
		return $this->lease_until > $now && $this->lease_until <= $now + 2 * Lease::DURATION_MS;
	}

	/**
	 * Tells whether a call is being made now.
	 */
	public function is_in_flight( int $now ): bool {
		return null !== $this->unfinished && ! $this->unfinished->retrying && $this->is_leased( $now );
	}

	/**
	 * Tells whether there is anything that a cancel would end.
	 */
	public function is_waiting(): bool {
		return $this->fresh > 0 || null !== $this->unfinished;
	}
}
