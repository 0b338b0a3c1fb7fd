<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;

/**
 * Holds what one row of the list of changes will say.
 */
final class New_Change {
	/**
	 * @param Action                          $action  What is asked for.
	 * @param int                             $changes How many changes the row stands for; 0 for a press.
	 * @param list<array<string, string|int>> $reasons What happened, newest first; ids, no titles.
	 * @param string                          $cause   A constant of Cause.
	 * @param int                             $user_id Who did it, 0 for nobody.
	 */
	public function __construct(
		public readonly Lane_Key $key,
		public readonly Action $action,
		public readonly int $recorded_at,
		public readonly int $changes,
		public readonly array $reasons,
		public readonly string $cause = Cause::AUTOMATIC,
		public readonly int $user_id = 0,
	) {}

	/**
	 * Tells whether the row is a press.
	 */
	public function is_manual(): bool {
		return 0 === $this->changes;
	}
}
