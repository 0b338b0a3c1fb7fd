<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

/**
 * Says when it is time for the next look: often while a run is young, seldom later, and some time not at all.
 */
final class Check_Interval {
	public const FIRST_MS = 5_000;

	/**
	 * A page that does not show a change after a quarter of an hour never proves it.
	 */
	public const PAGES_MS = 900_000;

	/**
	 * Longer than any build may take.
	 */
	public const BUILD_MS = 3_600_000;

	/**
	 * A failed run is watched this long: it may be repaired at the host.
	 */
	public const FAILURE_MS = 604_800_000;

	/**
	 * What nobody woke us for in time is ended until then.
	 */
	public const GRACE_MS = self::FAILURE_MS;

	/**
	 * Up to which age, in seconds, looks are how many seconds apart.
	 */
	private const STEPS       = array( 30 => 5, 120 => 10, 300 => 20 );
	private const LATER_STEP  = 40;
	private const HORIZON_MS  = 600_000;
	private const MAX_WAIT_MS = 60_000;

	/**
	 * Up to which age of a failure, in seconds, looks are how many seconds apart. Below the horizon.
	 */
	private const FAILURE_STEPS      = array( 900 => 30, 3600 => 120 );
	private const FAILURE_LATER_STEP = 300;

	/**
	 * Returns when to look next, null when it is over.
	 *
	 * @param int $accepted_at When the host took the run, in milliseconds.
	 * @param int $asked_ms    How long the host asks to wait at least.
	 */
	public static function next( Tracking_Record $record, int $accepted_at, int $now, int $asked_ms = 0 ): ?int {
		// A build's end is the host's time; a clock that differs must not keep us looking for ever.
		$from = max( $accepted_at, min( $now, $record->build['finishedAt'] ?? 0 ) );
		$age  = max( 0, $now - $from );
		$next = $now + max( self::step( $age ), min( $asked_ms, self::MAX_WAIT_MS ) );
		$last = $record->is_building() ? $accepted_at + self::BUILD_MS : min( $from + self::PAGES_MS, $accepted_at + self::BUILD_MS );
		return $next > $last ? null : $next;
	}

	/**
	 * Returns when to look next whether a failed run was repaired at the host, null when it is over.
	 *
	 * @param int $failed_at   When it failed, in milliseconds.
	 * @param int $accepted_at When the host took the run, or refused it, in milliseconds.
	 * @param int $asked_ms    How long the host asks to wait at least.
	 */
	public static function next_of_failure( int $failed_at, int $accepted_at, int $now, int $asked_ms = 0 ): ?int {
		$step = self::step( max( 0, $now - $failed_at ), self::FAILURE_STEPS, self::FAILURE_LATER_STEP );
		$next = $now + max( $step, min( $asked_ms, self::MAX_WAIT_MS ) );
		return $next > $accepted_at + self::FAILURE_MS ? null : $next;
	}

	/**
	 * Returns how long a row of the log is followed at most.
	 *
	 * @param object&\stdClass $row Row of the log.
	 */
	public static function longest( object $row ): int {
		return Tracking_Record::is_failure( $row ) ? self::FAILURE_MS : self::BUILD_MS;
	}

	/**
	 * Returns when a row of the log is looked at next, null when it is not followed.
	 *
	 * @param object&\stdClass $row Row of the log.
	 */
	public static function of_row( object $row, int $now ): ?int {
		$next_check_at = (int) ( $row->next_check_at ?? -1 );
		if ( ! in_array( $row->status, array( 'accepted', 'failed' ), true ) || $next_check_at < 0 || (int) $row->finished_at < $now - self::longest( $row ) ) {
			return null;
		}
		return 0 === $next_check_at ? (int) $row->finished_at + self::FIRST_MS : $next_check_at;
	}

	/**
	 * Returns the moment beyond which no look can lie: what stands there was written by a clock that was set back since.
	 */
	public static function horizon( int $now ): int {
		return $now + self::HORIZON_MS;
	}

	/**
	 * Returns how far apart looks are.
	 *
	 * @param array<int, int> $steps Up to which age, in seconds, they are how many seconds apart.
	 * @param int             $later How many seconds apart they are later.
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
