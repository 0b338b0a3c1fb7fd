<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;

/**
 * Holds what one lane's rows add up to at one moment.
 */
final class Lane_State {
	/**
	 * @param int|null            $oldest      Time of the first new row, in milliseconds.
	 * @param int|null            $newest      Time of the last new row, in milliseconds.
	 * @param int                 $changes     Changes that all pending rows stand for.
	 * @param int|null            $manual_at   Time of the last pending manual run, in milliseconds.
	 * @param int                 $new_rows    Pending rows that no run has included yet.
	 * @param int                 $undeployed  Changes of failed and canceled runs.
	 * @param int                 $last_row_id Highest row id that was counted.
	 * @param Action              $action      Strongest action that is pending.
	 * @param string              $cause       That of a manual run, else automatic.
	 * @param int                 $user_id     User who started the run, 0 for none.
	 * @param Unfinished_Run|null $unfinished  The run that has begun and not ended.
	 * @param int                 $lease_until When the lease ends, 0 when no sender has it.
	 */
	public function __construct(
		public readonly Lane_Key $key,
		public readonly ?int $oldest = null,
		public readonly ?int $newest = null,
		public readonly int $changes = 0,
		public readonly ?int $manual_at = null,
		public readonly int $new_rows = 0,
		public readonly int $undeployed = 0,
		public readonly int $last_row_id = 0,
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
	public function is_pending(): bool {
		return $this->new_rows > 0 || null !== $this->unfinished;
	}
}
