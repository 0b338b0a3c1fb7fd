<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Action;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;

/**
 * Decides when a run is checked next: at increasing intervals, up to a limit.
 */
final class Check_Interval {
	public const FIRST_MS = 5_000;

	/**
	 * A refresh is done when the front end has answered, so its pages are checked at once.
	 */
	private const FIRST_OF_REFRESH_MS = 0;

	/**
	 * How long the pages of a refresh are checked after it was sent last. A page that still shows the old content then is not
	 * refreshed.
	 */
	public const REFRESH_MS = 10_000;

	/**
	 * How long the pages of a refresh are checked while the front end does not answer, for example because it is restarted.
	 */
	public const REFRESH_UNREAD_MS = 120_000;

	private const REFRESH_STEP_MS = 1_000;

	/**
	 * How long the pages of a run are checked.
	 */
	public const PAGES_MS = 900_000;

	/**
	 * How long a build is checked: longer than any build may take.
	 */
	public const BUILD_MS = 3_600_000;

	/**
	 * How long a failed run is checked: a user may start another build at the host.
	 */
	public const FAILURE_MS = 604_800_000;

	/**
	 * Runs that ended earlier are not read any more.
	 */
	public const GRACE_MS = self::FAILURE_MS;

	/**
	 * Age in seconds => interval in seconds up to that age.
	 */
	private const STEPS       = array( 30 => 5, 120 => 10, 300 => 20 );
	private const LATER_STEP  = 40;
	private const HORIZON_MS  = 600_000;
	private const MAX_WAIT_MS = 60_000;

	/**
	 * Like STEPS, for a failed run. Every interval is below HORIZON_MS.
	 */
	private const FAILURE_STEPS      = array( 900 => 30, 3600 => 120 );
	private const FAILURE_LATER_STEP = 300;

	/**
	 * @param  int      $accepted_at    When the host accepted the run, in milliseconds.
	 * @param  int      $retry_after_ms The host's Retry-After.
	 * @return int|null Null after the last check.
	 */
	public static function next( Tracking_Record $record, int $accepted_at, int $now, int $retry_after_ms = 0 ): ?int {
		// The end of a build is by the host's clock, which may be wrong.
		$from = max( $accepted_at, min( $now, $record->build->finished_at ?? 0 ) );
		$age  = max( 0, $now - $from );
		$next = $now + max( self::step( $age ), min( $retry_after_ms, self::MAX_WAIT_MS ) );
		$last = $record->is_building() ? $accepted_at + self::BUILD_MS : min( $from + self::PAGES_MS, $accepted_at + self::BUILD_MS );
		return $next > $last ? null : $next;
	}

	/**
	 * @param  int      $sent_at     When the refresh was accepted, or repeated last, in milliseconds.
	 * @param  bool     $is_repeated Whether it is going to be repeated.
	 * @param  bool     $is_unread   Whether the front end did not answer.
	 * @return int|null Null after the last check.
	 */
	public static function next_of_refresh( int $sent_at, int $now, bool $is_repeated = false, bool $is_unread = false ): ?int {
		$age  = max( 0, $now - $sent_at );
		$next = $now + ( $is_unread && $age >= self::REFRESH_MS ? self::step( $age ) : self::REFRESH_STEP_MS );
		$last = $sent_at + ( $is_unread ? self::REFRESH_UNREAD_MS : self::REFRESH_MS );
		return $next > $last && ! $is_repeated ? null : $next;
	}

	public static function first( Action $action, int $accepted_at ): int {
		return $accepted_at + ( Action::Refresh === $action ? self::FIRST_OF_REFRESH_MS : self::FIRST_MS );
	}

	/**
	 * @param  int      $failed_at      In milliseconds.
	 * @param  int      $accepted_at    When the host responded to the call, in milliseconds.
	 * @param  int      $retry_after_ms The host's Retry-After.
	 * @return int|null Null after the last check.
	 */
	public static function next_of_failure( int $failed_at, int $accepted_at, int $now, int $retry_after_ms = 0 ): ?int {
		$step = self::step( max( 0, $now - $failed_at ), self::FAILURE_STEPS, self::FAILURE_LATER_STEP );
		$next = $now + max( $step, min( $retry_after_ms, self::MAX_WAIT_MS ) );
		return $next > $accepted_at + self::FAILURE_MS ? null : $next;
	}

	/**
	 * @return int How long a run is tracked at most, in milliseconds.
	 */
	public static function max_tracking_ms( Run_Record $run ): int {
		return $run->is_failed() ? self::FAILURE_MS : self::BUILD_MS;
	}

	/**
	 * @return int|null When the next check of a run is due, in milliseconds, null when it is not tracked.
	 */
	public static function of( Run_Record $run, int $now ): ?int {
		if (
			! in_array( $run->queue_status, array( Run_Status::Accepted, Run_Status::Failed ), true )
			|| $run->next_check_at < 0
			|| $run->finished_at < $now - self::max_tracking_ms( $run )
		) {
			return null;
		}
		return 0 === $run->next_check_at ? self::first( $run->action, $run->finished_at ) : $run->next_check_at;
	}

	/**
	 * A check that is due later was stored before the clock was set back, and is due now.
	 */
	public static function horizon( int $now ): int {
		return $now + self::HORIZON_MS;
	}

	/**
	 * @param  array<int, int> $steps As STEPS.
	 * @param  int             $later Interval in seconds after the last step.
	 * @return int             In milliseconds.
	 */
	private static function step( int $age, array $steps = self::STEPS, int $later = self::LATER_STEP ): int {
		foreach ( $steps as $until => $step ) {
			if ( $age < $until * 1000 ) {
				return $step * 1000;
			}
		}
		return $later * 1000;
	}
}
