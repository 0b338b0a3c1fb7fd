<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;

/**
 * Holds the run of a lane that is being sent, was left by a crashed sender, or is to be tried again.
 */
final class Unfinished_Run {
	/**
	 * @param bool     $retrying    True when it waits for its next attempt, false when it is (or was) being sent.
	 * @param int      $not_before  When it may be tried again, in milliseconds.
	 * @param bool     $manual      Whether a user started it.
	 * @param Action   $action      What it asks for.
	 * @param int      $changes     How many changes it covers so far.
	 * @param Attempts $attempts    Its attempts so far.
	 * @param int      $created_at  When it began, in milliseconds.
	 * @param string   $error_code  Why its last attempt failed, empty when there was none.
	 * @param int      $http_status What the service answered then, 0 when it did not.
	 * @param string   $cause       Why it is sent: that of a manual run among its rows, else automatic.
	 * @param int      $user_id     Who started it, 0 for nobody.
	 */
	public function __construct(
		public readonly int $id,
		public readonly bool $retrying,
		public readonly int $not_before,
		public readonly bool $manual,
		public readonly Action $action,
		public readonly int $changes,
		public readonly Attempts $attempts,
		public readonly int $created_at,
		public readonly string $error_code = '',
		public readonly int $http_status = 0,
		public readonly string $cause = Cause::AUTOMATIC,
		public readonly int $user_id = 0,
	) {}
}
