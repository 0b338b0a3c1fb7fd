<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Tracking\Tracking_Record;
use HeadlessDeploy\Tracking\Tracking_Store;

/**
 * What is known of a lane after a dispatch. While a run is sent or followed, nothing new is known, and there is no fact.
 */
final class Lane_Fact {
	/**
	 * @param Notification_Kind $kind  Failing: the run is retried, or its build failed. Failed: it is not retried. Recovered: the lane works.
	 * @param int               $since Milliseconds.
	 * @param string            $code  Error code; empty for none.
	 */
	private function __construct(
		public readonly Lane_Key $key,
		public readonly Notification_Kind $kind,
		public readonly int $run,
		public readonly int $since,
		public readonly string $code,
	) {}

	/**
	 * @param Run_Record $run The unfinished run of a lane, else the newest one that ended and was not canceled.
	 */
	public static function of( Run_Record $run ): ?self {
		$status = $run->status();
		return match ( true ) {
			// The stronger run includes its changes, and has a lane of its own.
			Run_Status::Failed === $status && null !== $run->replaced_by                  => null,
			in_array( $status, array( Run_Status::Sending, Run_Status::Retrying ), true ) => self::of_unfinished( $run ),
			$run->is_call_failed()                                                        => new self(
				$run->key,
				Notification_Kind::Failed,
				$run->id,
				$run->created_at,
				$run->error_code,
			),
			Run_Status::Failed === $status => self::of_build( $run ),
			self::is_done( $run )          => new self(
				$run->key,
				Notification_Kind::Recovered,
				$run->id,
				max( $run->tracked_at, $run->finished_at ),
				'',
			),
			default => null,
		};
	}

	private static function of_unfinished( Run_Record $run ): ?self {
		$code = $run->attempts->last_error();
		return '' === $code ? null : new self( $run->key, Notification_Kind::Failing, $run->id, $run->created_at, $code );
	}

	/**
	 * A build that a user canceled at the host is not a failure.
	 */
	private static function of_build( Run_Record $run ): ?self {
		$code = Tracking_Record::from_json( $run->tracking )->build->code ?? '';
		return Errors::is_canceled_build( $code )
			? null
			: new self( $run->key, Notification_Kind::Failing, $run->id, $run->tracked_at, $code );
	}

	/**
	 * Tells whether a run is live, or accepted without a way to prove more. A purge is done when it is accepted.
	 */
	private static function is_done( Run_Record $run ): bool {
		$is_accepted = Run_Status::Accepted === $run->status()
			&& ( Lane::Cache === $run->key->lane || Tracking_Store::STOPPED === $run->next_check_at );
		return Run_Status::Live === $run->status() || $is_accepted;
	}
}
