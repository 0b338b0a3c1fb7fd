<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;

/**
 * Takes and releases the leases of lanes. Web servers with different clocks agree, because the database's clock decides.
 */
final class Leases {
	public function __construct( private readonly Clock $clock ) {}

	/**
	 * @template T
	 * @param  callable( Lease ): T $work
	 * @return T|null               Null while another process holds the lease.
	 */
	public function with_lease( Lane_Key $key, callable $work ): mixed {
		$lease = Lease::from_now( $key, $this->clock );
		if ( ! $this->acquire( $lease ) ) {
			return null;
		}
		try {
			return $work( $lease );
		} finally {
			$this->release( $lease );
		}
	}

	public function acquire( Lease $lease ): bool {
		global $wpdb;
		Database::read_from_primary();
		$now = $this->clock->sql_now_ms();
		Database::write(
			(string) $wpdb->prepare(
				"INSERT IGNORE INTO {$wpdb->headless_deploy_lanes} (blog_id, environment_id, lane) VALUES (%d, %s, %s)",
				$lease->key->blog_id,
				$lease->key->environment_id,
				$lease->key->lane->value,
			),
		);
		$taken = Database::write(
			$wpdb->prepare( "UPDATE {$wpdb->headless_deploy_lanes} SET lease = %s, lease_until = ", $lease->id ) . $now . $wpdb->prepare( ' + %d WHERE ', Lease::DURATION_MS )
			. $lease->key->condition() . ' AND ' . self::free_condition( $now ),
		);
		return 1 === $taken;
	}

	/**
	 * Returns the SQL condition that no process holds the lease of a row. A lease that ends later than any lease can was
	 * taken before the clock was set back, and counts as expired.
	 *
	 * @param string $now SQL for the time.
	 */
	private static function free_condition( string $now ): string {
		global $wpdb;
		return "(lease IS NULL OR lease_until <= $now OR lease_until > $now" . $wpdb->prepare( ' + %d)', 2 * Lease::DURATION_MS );
	}

	public function release( Lease $lease ): void {
		global $wpdb;
		Database::write_with_retry(
			"UPDATE {$wpdb->headless_deploy_lanes} SET lease = NULL, lease_until = 0 WHERE " . $lease->key->condition() . $wpdb->prepare( ' AND lease = %s', $lease->id ),
		);
	}
}
