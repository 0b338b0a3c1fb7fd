<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Automation;

/**
 * Decides when a lane is due. The rules stand in their order; the first that matches decides.
 */
final class Due_Time {
	/**
	 * A clock that is further ahead than this was set back since; whoever waits for it waits for nothing.
	 */
	private const CLOCK_SLACK_MS     = 60_000;
	private const LONGEST_BACKOFF_MS = 4_320_000;

	/**
	 * Three turns of the recurring event: by then every alarm clock has had its chance.
	 */
	private const OVERDUE_AFTER_MS = 900_000;

	/**
	 * Returns the moment at which a lane is due, null when it never is by itself.
	 *
	 * @param Gate $gate    Whether the environment may send.
	 * @param bool $at_once Whether fresh rows skip their quiet period, as at the end of a cron request.
	 */
	public static function at( Lane_State $lane, Gate $gate, int $now, bool $at_once = false ): ?int {
		if ( null !== $gate->closed ) {
			return null;
		}
		$is_pressed = null !== $lane->pressed_at || true === $lane->unfinished?->manual;
		$opens_at   = $is_pressed ? 0 : $gate->opens_at( $now );
		if ( PHP_INT_MAX === $opens_at ) {
			return null;
		}
		$at = self::open_at( $lane, $gate, $now, $at_once );
		return null === $at ? null : max( $at, $opens_at );
	}

	/**
	 * Tells whether a lane is to be sent now.
	 *
	 * @param Gate $gate    Whether the environment may send.
	 * @param bool $at_once Whether fresh rows skip their quiet period.
	 */
	public static function is_due( Lane_State $lane, Gate $gate, int $now, bool $at_once = false ): bool {
		$at = self::at( $lane, $gate, $now, $at_once );
		return null !== $at && $at <= $now;
	}

	/**
	 * Returns since when something of some lanes should have been sent and was not, null when nothing is overdue.
	 *
	 * @param iterable<Lane_State> $lanes Lanes of the current site.
	 * @param array<string, Gate>  $gates
	 */
	public static function overdue_since( iterable $lanes, array $gates, int $now ): ?int {
		$since = null;
		foreach ( $lanes as $lane ) {
			$gate = $gates[ $lane->key->environment_id ] ?? null;
			$due  = null === $gate || $lane->is_leased( $now ) ? null : self::at( $lane, $gate, $now );
			if ( null !== $due && $due < $now - self::OVERDUE_AFTER_MS ) {
				$since = min( $since ?? $due, $due );
			}
		}
		return $since;
	}

	/**
	 * Returns a moment that is no further away than the longest back-off (an hour and a fifth), or now: whatever is further
	 * away was noted by a clock that was set back since.
	 */
	public static function within_an_hour( int $moment, int $now ): int {
		return $moment > $now + self::LONGEST_BACKOFF_MS + self::CLOCK_SLACK_MS ? $now : $moment;
	}

	/**
	 * Returns the moment at which a lane is due when nothing pauses it.
	 *
	 * @param bool $at_once Whether fresh rows skip their quiet period.
	 */
	private static function open_at( Lane_State $lane, Gate $gate, int $now, bool $at_once ): ?int {
		if ( null !== $lane->pressed_at ) {
			return min( $lane->pressed_at, $now );
		}
		if ( null !== $lane->unfinished ) {
			return self::unfinished_at( $lane->unfinished, $gate, $now );
		}
		return self::fresh_at( $lane, $gate->environment->automation, $now, $at_once );
	}

	/**
	 * Returns when fresh rows are due, as if nothing had begun.
	 *
	 * @param Automation $automation Quiet period, maximum wait and hold.
	 * @param bool       $at_once    Whether they skip their quiet period.
	 */
	public static function fresh_at( Lane_State $lane, Automation $automation, int $now, bool $at_once = false ): ?int {
		if ( null === $lane->oldest || null === $lane->newest || $automation->hold ) {
			return null;
		}
		if ( $at_once || $lane->newest > $now + self::CLOCK_SLACK_MS ) {
			return $now;
		}
		return min(
			$lane->newest + $automation->quiet_period_seconds * 1000,
			$lane->oldest + $automation->maximum_wait_seconds * 1000,
		);
	}

	/**
	 * Returns when a run that has begun goes on. A webhook URL that was pasted since its last attempt is tried at
	 * once: the wait was for another one.
	 */
	private static function unfinished_at( Unfinished_Run $run, Gate $gate, int $now ): int {
		if ( ! $run->retrying ) {
			return min( $run->created_at, $now );
		}
		$connected_at = $gate->connected_at( $now );
		$began_at     = $run->attempts->last_began_at();
		if ( null !== $began_at && $began_at < $connected_at ) {
			return $connected_at;
		}
		return self::within_an_hour( $run->not_before, $now );
	}
}
