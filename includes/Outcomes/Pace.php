<?php
/**
 * How often is looked.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Outcomes;

/**
 * Says when it is time for the next look: often while a run is young, seldom later, and some time not at all.
 */
final class Pace {
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
	 * What nobody woke us for in time is ended until then.
	 */
	public const GRACE_MS = 86_400_000;

	/**
	 * Up to which age, in seconds, looks are how many seconds apart.
	 */
	private const STEPS      = array( 30 => 5, 120 => 10, 300 => 20 );
	private const LATER_STEP = 40;
	private const HORIZON_MS = 600_000;
	private const MOST_MS    = 60_000;

	/**
	 * Returns when to look next, null when it is over.
	 *
	 * @param Trail $trail       What is known.
	 * @param int   $accepted_at When the host took the run, in milliseconds.
	 * @param int   $now         Milliseconds.
	 * @param int   $asked_ms    How long the host asks to wait at least.
	 */
	public static function next( Trail $trail, int $accepted_at, int $now, int $asked_ms = 0 ): ?int {
		// A build's end is the host's time; a clock that differs must not keep us looking for ever.
		$from = max( $accepted_at, min( $now, $trail->build['finishedAt'] ?? 0 ) );
		$age  = max( 0, $now - $from );
		$next = $now + max( self::step( $age ), min( $asked_ms, self::MOST_MS ) );
		$last = $trail->is_building() ? $accepted_at + self::BUILD_MS : min( $from + self::PAGES_MS, $accepted_at + self::BUILD_MS );
		return $next > $last ? null : $next;
	}

	/**
	 * Returns when a row of the log is looked at next, null when it is not followed.
	 *
	 * @param object&\stdClass $row Row of the log.
	 * @param int              $now Milliseconds.
	 */
	public static function of_row( object $row, int $now ): ?int {
		$look_at = (int) ( $row->look_at ?? -1 );
		if ( 'accepted' !== $row->state || $look_at < 0 || (int) $row->finished_at < $now - self::BUILD_MS ) {
			return null;
		}
		return 0 === $look_at ? (int) $row->finished_at + self::FIRST_MS : $look_at;
	}

	/**
	 * Returns the moment beyond which no look can lie: what stands there was written by a clock that was set back since.
	 *
	 * @param int $now Milliseconds.
	 */
	public static function horizon( int $now ): int {
		return $now + self::HORIZON_MS;
	}

	/**
	 * Returns how far apart looks are.
	 *
	 * @param int $age Milliseconds.
	 */
	private static function step( int $age ): int {
		foreach ( self::STEPS as $until => $step ) {
			if ( $age < $until * 1000 ) {
				return $step * 1000;
			}
		}
		return self::LATER_STEP * 1000;
	}
}
