<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Value_Object;

/**
 * A row of the table of runs. All times are milliseconds, 0 for none.
 */
final class Run_Record {
	use Value_Object;

	/**
	 * @param Run_Status      $queue_status   What the queue knows: sending, retrying, accepted, failed or canceled.
	 * @param string          $operation      The host's name of the operation, empty for none.
	 * @param Run_Status|null $tracked_status What tracking found out after the host accepted the call.
	 * @param int             $next_check_at  0 before the first check, `Tracking_Store::STOPPED` after the last one.
	 * @param string          $tracking       JSON of a `Tracking_Record`.
	 * @param string|null     $user_name      Where it was read with the run.
	 * @param Action|null     $replaced_by    The stronger action that includes its changes, because this run failed.
	 */
	public function __construct(
		public readonly int $id,
		public readonly Lane_Key $key,
		public readonly Action $action,
		public readonly Cause $cause,
		public readonly int $user_id,
		public readonly int $changes,
		public readonly Run_Status $queue_status,
		public readonly int $not_before,
		public readonly Attempts $attempts,
		public readonly int $http_status,
		public readonly string $error_code,
		public readonly string $service_message,
		public readonly string $excerpt,
		public readonly string $operation,
		public readonly ?Run_Status $tracked_status,
		public readonly int $tracked_at,
		public readonly int $next_check_at,
		public readonly string $tracking,
		public readonly int $created_at,
		public readonly int $finished_at,
		public readonly ?string $user_name,
		public readonly ?Action $replaced_by,
	) {}

	/**
	 * @param object&\stdClass $row Columns that a page does not read count as empty.
	 */
	public static function from_row( object $row ): self {
		return new self(
			(int) $row->id,
			Lane_Key::of_row( $row ),
			Action::tryFrom( $row->action ) ?? Action::Rebuild,
			Cause::from_stored( $row->cause ),
			(int) $row->user_id,
			(int) $row->changes,
			Run_Status::from_stored( $row->status ),
			(int) ( $row->not_before ?? 0 ),
			Attempts::from_json( $row->attempts ?? '' ),
			(int) $row->http_status,
			$row->error_code,
			self::text( $row->service_message ?? '' ),
			self::text( $row->excerpt ?? '' ),
			self::text( $row->operation ?? '' ),
			Run_Status::tryFrom( $row->tracked_status ),
			(int) $row->tracked_at,
			(int) $row->next_check_at,
			(string) $row->tracking,
			(int) $row->created_at,
			(int) $row->finished_at,
			$row->user_name ?? null,
			Action::tryFrom( $row->replaced_by ?? '' ),
		);
	}

	public function status(): Run_Status {
		return Run_Status::of( $this->queue_status->value, $this->tracked_status->value ?? '' );
	}

	/**
	 * Tells whether the call failed: the host may have received it.
	 */
	public function is_call_failed(): bool {
		return Run_Status::Failed === $this->queue_status;
	}

	/**
	 * Tells whether it is a build that this site did not start.
	 */
	public function is_observed(): bool {
		return Cause::Host === $this->cause;
	}

	public function is_failed(): bool {
		return Run_Status::Failed === $this->status();
	}

	private static function text( string $json ): string {
		$text = json_decode( $json, true );
		return is_string( $text ) ? $text : '';
	}
}
