<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;

/**
 * The rows of a run, summed up by the database: a run may have a million.
 */
final class Covered_Changes {
	/**
	 * @param Cause $cause            Cause of the newest manual run among them, else automatic.
	 * @param int   $user_id          0 for none.
	 * @param bool  $replaces_refresh Whether some come from a refresh that failed.
	 */
	public function __construct(
		public readonly Action $action,
		public readonly int $changes,
		public readonly Cause $cause,
		public readonly int $user_id,
		public readonly bool $replaces_refresh = false,
	) {}

	public static function of( Unfinished_Run $run ): self {
		return new self( $run->action, $run->changes, $run->cause, $run->user_id );
	}
}
