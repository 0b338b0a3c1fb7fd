<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Send_Permission;

/**
 * Decides when a lane is due. The rules stand in their order; the first that matches decides.
 */
final class Due_Time {
	/**
	 * A clock that is further ahead than this was set back since; whoever waits for it waits for nothing.
	 */
	private const CLOCK_SLACK_MS = 60_000;

	/**
	 * Three turns of the recurring event: by then every alarm clock has had its chance.
	 */
	private const OVERDUE_AFTER_MS = 900_000;

	/**
	 * Returns the moment at which a lane is due, null when it never is by itself.
	 *
	 * @param Send_Permission $permission Whether the environment may send.
	 * @param bool            $at_once    Whether fresh rows skip their quiet period, as at the end of a cron request.
	 */
	public static function at( Lane_State $lane, Send_Permission $permission, int $now, bool $at_once = false ): ?int {
		if ( $permission->is_blocked() ) {
			return null;
		}
		$is_pressed = null !== $lane->manual_at || true === $lane->unfinished?->manual;
		$starts_at  = $is_pressed ? 0 : $permission->automatic_runs_from( $now );
		if ( PHP_INT_MAX === $starts_at ) {
			return null;
		}
		$at = self::open_at( $lane, $permission, $now, $at_once );
		return null === $at ? null : max( $at, $starts_at );
	}

	/**
	 * Tells whether a lane is to be sent now.
	 *
	 * @param Send_Permission $permission Whether the environment may send.
	 * @param bool            $at_once    Whether fresh rows skip their quiet period.
	 */
	public static function is_due( Lane_State $lane, Send_Permission $permission, int $now, bool $at_once = false ): bool {
		$at = self::at( $lane, $permission, $now, $at_once );
		return null !== $at && $at <= $now;
	}

	/**
	 * Returns since when something of some lanes should have been sent and was not, null when nothing is overdue.
	 *
	 * @param iterable<Lane_State>           $lanes       Lanes of the current site.
	 * @param array<string, Send_Permission> $permissions
	 */
	public static function overdue_since( iterable $lanes, array $permissions, int $now ): ?int {
		$since = null;
		foreach ( $lanes as $lane ) {
			$permission = $permissions[ $lane->key->environment_id ] ?? null;
			$due        = null === $permission || $lane->is_leased( $now ) ? null : self::at( $lane, $permission, $now );
			if ( null !== $due && $due < $now - self::OVERDUE_AFTER_MS ) {
				$since = min( $since ?? $due, $due );
			}
		}
		return $since;
	}

	/**
	 * Returns the moment at which a lane is due when nothing pauses it.
	 *
	 * @param bool $at_once Whether fresh rows skip their quiet period.
	 */
	private static function open_at( Lane_State $lane, Send_Permission $permission, int $now, bool $at_once ): ?int {
		if ( null !== $lane->manual_at ) {
			return min( $lane->manual_at, $now );
		}
		if ( null !== $lane->unfinished ) {
			return self::unfinished_at( $lane->unfinished, $permission, $now );
		}
		return self::fresh_at( $lane, $permission->environment->automation, $now, $at_once );
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
	private static function unfinished_at( Unfinished_Run $run, Send_Permission $permission, int $now ): int {
		if ( ! $run->retrying ) {
			return min( $run->created_at, $now );
		}
		$connected_at = $permission->connected_at( $now );
		$began_at     = $run->attempts->last_began_at();
		if ( null !== $began_at && $began_at < $connected_at ) {
			return $connected_at;
		}
		return Send_Permission::within_longest_backoff( $run->not_before, $now );
	}
}
