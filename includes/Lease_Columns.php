<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * SQL of the columns that hold a lease: `lease` is the id of its process, `lease_until` the end by the database's clock, and
 * `lease_until_web` the end by the clock of the web server that took it.
 *
 * The nodes of a database cluster have clocks of their own, and so have web servers. A lease ends when it has ended by both
 * clocks of the process that wants it, so one clock that is ahead takes no lease that is held.
 */
final class Lease_Columns {
	public const RELEASE = 'lease = NULL, lease_until = 0, lease_until_web = 0';

	/**
	 * An end that is further away than this comes from a clock that was set back since, and counts as reached.
	 */
	private const MAX_REMAINING_MS = DAY_IN_SECONDS * 1_000;

	/**
	 * Returns the assignments that extend a lease.
	 */
	public static function extend( int $duration_ms, Clock $clock ): string {
		global $wpdb;
		return "lease_until = {$clock->sql_now_ms()}" . $wpdb->prepare( ' + %d, lease_until_web = %d', $duration_ms, $clock->now_ms() + $duration_ms );
	}

	/**
	 * Returns the assignments that take a lease.
	 */
	public static function take( string $id, int $duration_ms, Clock $clock ): string {
		global $wpdb;
		return $wpdb->prepare( 'lease = %s, ', $id ) . self::extend( $duration_ms, $clock );
	}

	/**
	 * Returns the condition that no process holds the lease.
	 */
	public static function is_free( Clock $clock ): string {
		return '(lease IS NULL OR ' . self::has_ended( 'lease_until', $clock->sql_now_ms() )
			. ' AND ' . self::has_ended( 'lease_until_web', (string) $clock->now_ms() ) . ')';
	}

	/**
	 * Returns the columns that `ends_at()` reads.
	 */
	public static function select( Clock $clock ): string {
		return "lease_until, lease_until_web, {$clock->sql_now_ms()} AS database_now";
	}

	/**
	 * Returns when a lease ends, by this server's clock in milliseconds. The past when it has ended.
	 *
	 * @param object&\stdClass $row As `select()` selects it.
	 */
	public static function ends_at( object $row, Clock $clock ): int {
		$now = $clock->now_ms();
		return $now + max(
			self::remaining( (int) $row->lease_until - (int) $row->database_now ),
			self::remaining( (int) $row->lease_until_web - $now ),
		);
	}

	private static function remaining( int $ms ): int {
		return $ms > self::MAX_REMAINING_MS ? 0 : $ms;
	}

	/**
	 * @param string $now SQL of milliseconds.
	 */
	private static function has_ended( string $column, string $now ): string {
		return "($column <= $now OR $column > $now + " . self::MAX_REMAINING_MS . ')';
	}
}
