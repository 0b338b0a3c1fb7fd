<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;

/**
 * A run that has not ended: sending, retrying, or left by a crashed sender.
 */
final class Unfinished_Run {
	/**
	 * All times are milliseconds.
	 *
	 * @param bool   $is_retrying  Whether the run waits for its next attempt. Otherwise it is being sent, or its sender crashed.
	 * @param bool   $is_postponed Whether its last sender made no call.
	 * @param bool   $is_manual    Whether one of its rows is a manual run.
	 * @param int    $changes      How many changes the run covers so far. Of more than `Change_Count::MAX`, those that the last attempt counted.
	 * @param string $error_code   Error of the last attempt; empty when there was none.
	 * @param int    $http_status  Status of the last response, 0 for none.
	 * @param Cause  $cause        Cause of the manual run in its rows, else automatic.
	 * @param int    $user_id      0 for none.
	 */
	public function __construct(
		public readonly int $id,
		public readonly bool $is_retrying,
		public readonly int $not_before,
		public readonly bool $is_manual,
		public readonly Action $action,
		public readonly int $changes,
		public readonly Attempts $attempts,
		public readonly int $created_at,
		public readonly string $error_code = '',
		public readonly int $http_status = 0,
		public readonly Cause $cause = Cause::Automatic,
		public readonly int $user_id = 0,
		public readonly bool $is_postponed = false,
	) {}

	/**
	 * @param object&\stdClass $row As `Queue_Reader::unfinished_sql()` selects it.
	 */
	public static function from_row( object $row ): self {
		return new self(
			(int) $row->id,
			'retrying' === $row->status,
			(int) $row->not_before,
			1 === (int) $row->manual,
			Action::tryFrom( $row->action ) ?? Action::Rebuild,
			self::changes( (int) $row->changes, (int) $row->sent_changes ),
			Attempts::from_json( $row->attempts ),
			(int) $row->created_at,
			$row->error_code,
			(int) $row->http_status,
			Cause::from_stored( $row->cause ),
			(int) $row->user_id,
			1 === (int) $row->postponed,
		);
	}

	/**
	 * The log has the number that the last attempt included.
	 */
	private static function changes( int $counted, int $sent ): int {
		return Change_Count::MORE === $counted ? max( $counted, $sent ) : $counted;
	}
}
