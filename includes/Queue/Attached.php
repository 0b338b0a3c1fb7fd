<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Action;

/**
 * Holds what the rows of one delivery add up to. The database adds them up: a delivery may have a million.
 */
final class Attached {
	/**
	 * @param Action $action  The strongest that any row asks for.
	 * @param int    $changes How many changes the rows stand for.
	 * @param string $cause   That of the newest press, else automatic.
	 * @param int    $user_id Who pressed, 0 for nobody.
	 */
	public function __construct(
		public readonly Action $action,
		public readonly int $changes,
		public readonly string $cause,
		public readonly int $user_id,
	) {}

	/**
	 * Returns what a delivery carried when the lane was read.
	 */
	public static function of( Unfinished $begun ): self {
		return new self( $begun->action, $begun->changes, $begun->cause, $begun->user_id );
	}
}
