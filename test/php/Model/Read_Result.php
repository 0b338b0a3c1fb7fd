<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * The last response about a run that a sender has read.
 */
final class Read_Result {
	/**
	 * @param int      $started_at Start of the call in milliseconds.
	 * @param int      $at         Time of reading in milliseconds.
	 * @param int      $monotonic  Time of reading by the monotonic clock.
	 * @param int|null $paused_at  Start of the token pause at that time, or null.
	 * @param bool     $is_thrown  Whether another plugin threw an exception, so that the sender has no response.
	 */
	public function __construct(
		public readonly Process $process,
		public readonly string $lane,
		public readonly int $run,
		public readonly Answer_Kind $kind,
		public readonly int $started_at,
		public readonly int $at,
		public readonly int $monotonic,
		public readonly ?int $paused_at,
		public readonly bool $is_thrown,
		public readonly bool $replaces_refresh,
	) {}

	/**
	 * Tells whether the process has completed all that follows from the response. A killed process and one with a
	 * failed statement may not have.
	 */
	public function is_done(): bool {
		return $this->process->has_ended() && ! $this->process->is_dead && ! $this->process->has_failed;
	}
}
