<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * A pause of an environment's automatic runs. All times are in milliseconds.
 */
final class Pause {
	/**
	 * @param int      $since       0 where it is not known.
	 * @param int|null $next_try_at When one automatic run is tried although the pause lasts.
	 * @param int      $by          User who paused, 0 where no user did.
	 */
	public function __construct(
		public readonly Pause_Reason $reason,
		public readonly int $since = 0,
		public readonly ?int $next_try_at = null,
		public readonly int $by = 0,
	) {}
}
