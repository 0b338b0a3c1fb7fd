<?php
/**
 * A lease that a process has taken.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Holds which lease a process asked for last in a lane.
 */
final class Taken {
	/**
	 * Whether a process whose clock was set meanwhile may have taken it away.
	 */
	public bool $is_disturbed = false;

	/**
	 * Takes what was seen.
	 *
	 * @param string $lease Its id.
	 * @param int    $jumps How often the wall clock had been set when the process looked at it.
	 */
	public function __construct(
		public readonly string $lease,
		private readonly int $jumps,
	) {}

	/**
	 * Tells whether the lease protects: whether it has ended is told by the wall clock, so when that was set since, two
	 * heads may both be right.
	 *
	 * @param int $jumps How often the clock was set by now.
	 */
	public function protects( int $jumps ): bool {
		return ! $this->is_disturbed && $this->jumps === $jumps;
	}
}
