<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * The last response about a run that a sender has read.
 */
final class Read_Result {
	/**
	 * @param int      $began_at  When the call began, in milliseconds.
	 * @param int      $at        When it was read, in milliseconds.
	 * @param int      $monotonic The same by the clock that never jumps.
	 * @param int|null $paused_at Since when the environment was paused because of its token then; null when it was not.
	 * @param bool     $is_thrown Whether another plugin broke meanwhile, so that the sender knows nothing of it.
	 */
	public function __construct(
		public readonly Process $process,
		public readonly string $lane,
		public readonly int $run,
		public readonly Answer_Kind $kind,
		public readonly int $began_at,
		public readonly int $at,
		public readonly int $monotonic,
		public readonly ?int $paused_at,
		public readonly bool $is_thrown,
	) {}

	/**
	 * Tells whether the process that was told has done all that follows from it. One of which a statement failed may have
	 * left something undone, as a dead one does.
	 */
	public function is_done(): bool {
		return $this->process->has_ended() && ! $this->process->is_dead && ! $this->process->has_failed;
	}
}
