<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Http\Response;

/**
 * What the log stores about a run after an attempt.
 */
final class Attempt_Result {
	/**
	 * @param Attempts $attempts All attempts, including this one.
	 * @param int      $now      When it is stored, in milliseconds.
	 */
	public function __construct(
		public readonly Covered_Changes $covered,
		public readonly Response $response,
		public readonly Attempts $attempts,
		public readonly int $now,
	) {}
}
