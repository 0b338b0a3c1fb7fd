<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;

/**
 * A row to insert into the table of changes: changes in WordPress, or the request of a manual run.
 */
final class New_Change {
	/**
	 * @param int                 $changes   How many changes the row represents.
	 * @param list<Stored_Reason> $reasons   Newest first.
	 * @param int                 $user_id   0 for none.
	 * @param bool                $is_manual Whether the row is sent without a quiet period, even while automatic runs are paused.
	 */
	public function __construct(
		public readonly Lane_Key $key,
		public readonly Action $action,
		public readonly int $recorded_at,
		public readonly int $changes,
		public readonly array $reasons,
		public readonly Cause $cause = Cause::Automatic,
		public readonly int $user_id = 0,
		public readonly bool $is_manual = false,
	) {}

	public static function manual( Lane_Key $key, Action $action, int $now, Cause $cause, int $user_id ): self {
		return new self( $key, $action, $now, 0, array(), $cause, $user_id, true );
	}
}
