<?php
/**
 * When a lane is sent.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Automation;

/**
 * Decides when a lane is due. The rules stand in their order; the first that matches decides.
 */
final class Due {
	/**
	 * A clock that is further ahead than this was set back since; whoever waits for it waits for nothing.
	 */
	private const CLOCK_SLACK_MS     = 60_000;
	private const LONGEST_BACKOFF_MS = 3_600_000;

	/**
	 * Returns the moment at which a lane is due, null when it never is by itself.
	 *
	 * @param Lane_State $lane    What is waiting.
	 * @param Gate       $gate    Whether the environment may send.
	 * @param int        $now     Milliseconds.
	 * @param bool       $at_once Whether fresh rows skip their quiet period, as at the end of a cron request.
	 */
	public static function at( Lane_State $lane, Gate $gate, int $now, bool $at_once = false ): ?int {
		if ( null !== $gate->closed ) {
			return null;
		}
		if ( $gate->is_paused() && null === $lane->pressed_at && true !== $lane->unfinished?->pressed ) {
			return null;
		}
		if ( null !== $lane->pressed_at ) {
			return min( $lane->pressed_at, $now );
		}
		if ( null !== $lane->unfinished ) {
			return self::unfinished_at( $lane->unfinished, $now );
		}
		return self::fresh_at( $lane, $gate->environment->automation, $now, $at_once );
	}

	/**
	 * Tells whether a lane is to be sent now.
	 *
	 * @param Lane_State $lane    What is waiting.
	 * @param Gate       $gate    Whether the environment may send.
	 * @param int        $now     Milliseconds.
	 * @param bool       $at_once Whether fresh rows skip their quiet period.
	 */
	public static function is_due( Lane_State $lane, Gate $gate, int $now, bool $at_once = false ): bool {
		$at = self::at( $lane, $gate, $now, $at_once );
		return null !== $at && $at <= $now;
	}

	/**
	 * Returns when fresh rows are due, as if nothing had begun.
	 *
	 * @param Lane_State $lane       What is waiting.
	 * @param Automation $automation Quiet period, maximum wait and hold.
	 * @param int        $now        Milliseconds.
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
	 * Returns when a delivery that has begun goes on.
	 *
	 * @param Unfinished $delivery The delivery.
	 * @param int        $now      Milliseconds.
	 */
	private static function unfinished_at( Unfinished $delivery, int $now ): int {
		if ( ! $delivery->retrying ) {
			return min( $delivery->created_at, $now );
		}
		$is_beyond_every_backoff = $delivery->not_before > $now + self::LONGEST_BACKOFF_MS + self::CLOCK_SLACK_MS;
		return $is_beyond_every_backoff ? $now : $delivery->not_before;
	}
}
