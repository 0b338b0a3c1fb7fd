<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

/**
 * A run with undeployed changes.
 */
final class Undeployed_Run {
	/**
	 * @param int    $changes        How many of its changes are not deployed.
	 * @param bool   $is_in_next_run Whether the next run includes them.
	 * @param string $user_name      The user who canceled it, where a page has read the name.
	 */
	public function __construct(
		public readonly int $run,
		public readonly int $changes,
		public readonly bool $is_canceled,
		public readonly bool $is_in_next_run,
		public readonly string $user_name,
	) {}
}
