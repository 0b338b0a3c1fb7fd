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

	/**
	 * @return bool False while another process holds the lease.
	 */
	public function acquire( Lease $lease ): bool {
		global $wpdb;
		Database::read_from_primary();
		$now = $this->clock->sql_now_ms();
		$key = $lease->key;
		// The UPDATE needs a row. Only the first run of a lane inserts it; IGNORE keeps the row that exists.
		Database::write(
			(string) $wpdb->prepare(
				"INSERT IGNORE INTO {$wpdb->headless_deploy_lanes} (blog_id, environment_id, lane) VALUES (%d, %s, %s)",
				$key->blog_id,
				$key->environment_id,
				$key->lane->value,
			),
		);
		$updated_rows = Database::write(
			(string) $wpdb->prepare(
				"UPDATE {$wpdb->headless_deploy_lanes} SET lease = %s, lease_until = $now + %d
				WHERE blog_id = %d AND environment_id = %s AND lane = %s
				AND (lease IS NULL OR lease_until <= $now OR lease_until > $now + %d)",
				$lease->id,
				Lease::DURATION_MS,
				$key->blog_id,
				$key->environment_id,
				$key->lane->value,
				Lease::MAX_REMAINING_MS,
			),
		);
		return 1 === $updated_rows;
	}

	public function release( Lease $lease ): void {
		global $wpdb;
		Database::write_with_retry(
			"UPDATE {$wpdb->headless_deploy_lanes} SET lease = NULL, lease_until = 0 WHERE " . $lease->key->condition()
			. $wpdb->prepare( ' AND lease = %s', $lease->id ),
		);
	}
}
