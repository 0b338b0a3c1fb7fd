<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Send_Permission;

/**
 * Decides when a lane is due. The first rule that matches decides.
 */
final class Due_Time {
	/**
	 * Three intervals of the recurring event: a working scheduler has run by then.
	 */
	private const OVERDUE_AFTER_MS = 900_000;

	/**
	 * Returns when a lane is due, in milliseconds; null when a user has to start the run.
	 *
	 * @param bool $skips_quiet_period Whether new rows are due before their quiet period has ended, as at the end of a cron request.
	 */
	public static function at( Lane_State $lane, Send_Permission $permission, int $now, bool $skips_quiet_period = false ): ?int {
		if ( $permission->is_blocked() ) {
			return null;
		}
		$is_manual = null !== $lane->manual_at || true === $lane->unfinished?->is_manual;
		$starts_at = $is_manual ? 0 : $permission->automatic_runs_from( $lane->key->lane, $now );
		if ( PHP_INT_MAX === $starts_at ) {
			return null;
		}
		$at = self::unpaused_at( $lane, $permission, $now, $skips_quiet_period );
		return null === $at ? null : max( $at, $starts_at );
	}

	public static function is_due( Lane_State $lane, Send_Permission $permission, int $now, bool $skips_quiet_period = false ): bool {
		$at = self::at( $lane, $permission, $now, $skips_quiet_period );
		return null !== $at && $at <= $now;
	}

	/**
	 * Returns when the first of several lanes is due; a leased one is due when its lease ends.
	 *
	 * @param array<string, Lane_State>      $lanes       Lanes of the current site.
	 * @param array<string, Send_Permission> $permissions
	 */
	public static function first_of( array $lanes, array $permissions, int $now ): ?int {
		$first = null;
		foreach ( $lanes as $lane ) {
			$permission = $permissions[ $lane->key->environment_id ] ?? null;
			$due        = null === $permission ? null : self::at( $lane, $permission, $now );
			if ( null !== $due ) {
				$due   = $lane->is_leased( $now ) ? max( $due, $lane->lease_until ) : $due;
				$first = min( $first ?? $due, $due );
			}
		}
		return $first;
	}

	/**
	 * Returns since when a run is overdue, in milliseconds; null when none is.
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

	private static function unpaused_at( Lane_State $lane, Send_Permission $permission, int $now, bool $skips_quiet_period ): ?int {
		if ( null !== $lane->manual_at ) {
			return min( $lane->manual_at, $now );
		}
		if ( null !== $lane->unfinished ) {
			return self::unfinished_at( $lane->unfinished, $permission, $now );
		}
		return self::new_rows_at( $lane, $permission->environment->automation, $now, $skips_quiet_period );
	}

	public static function new_rows_at( Lane_State $lane, Automation $automation, int $now, bool $skips_quiet_period = false ): ?int {
		if ( null === $lane->oldest || null === $lane->newest || $automation->hold ) {
			return null;
		}
		// The quiet period of the changes of a failed refresh has ended in the refresh lane.
		if ( $skips_quiet_period || $lane->replaces_refresh || $lane->newest > $now + Send_Permission::CLOCK_SLACK_MS ) {
			return $now;
		}
		return min(
			$lane->newest + $automation->quiet_period_ms( $lane->key->lane ),
			$lane->oldest + $automation->maximum_wait_ms( $lane->key->lane ),
		);
	}

	/**
	 * Returns when an unfinished run continues. After its last attempt a new webhook URL may have been pasted, which is tried
	 * immediately.
	 */
	private static function unfinished_at( Unfinished_Run $run, Send_Permission $permission, int $now ): int {
		if ( ! $run->is_retrying ) {
			return min( $run->created_at, $now );
		}
		$connected_at = $permission->connected_at( $now );
		$started_at   = $run->attempts->last_started_at();
		if ( null !== $started_at && $started_at < $connected_at ) {
			return $connected_at;
		}
		return Send_Permission::within_longest_backoff( $run->not_before, $now );
	}
}
