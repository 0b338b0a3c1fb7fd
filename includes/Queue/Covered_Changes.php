<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;

/**
 * Holds what the rows of one run add up to. The database adds them up: a run may have a million.
 */
final class Covered_Changes {
	/**
	 * @param Action $action  The strongest that any row asks for.
	 * @param int    $changes How many changes the rows stand for.
	 * @param string $cause   That of the newest press, else automatic.
	 * @param int    $user_id Who started it, 0 for nobody.
	 */
	public function __construct(
		public readonly Action $action,
		public readonly int $changes,
		public readonly string $cause,
		public readonly int $user_id,
	) {}

	/**
	 * Returns what a run carried when the lane was read.
	 */
	public static function of( Unfinished_Run $begun ): self {
		return new self( $begun->action, $begun->changes, $begun->cause, $begun->user_id );
	}
}
