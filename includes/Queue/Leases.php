<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;
use HeadlessDeploy\Lease_Columns;
use HeadlessDeploy\Read_Failed;

/**
 * Takes, renews and releases the leases of lanes.
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
			"UPDATE {$wpdb->headless_deploy_lanes} SET " . Lease_Columns::take( $lease->id, Lease::DURATION_MS, $this->clock )
			. " WHERE {$key->condition()} AND " . Lease_Columns::is_free( $this->clock ),
		);
		return 1 === $updated_rows;
	}

	/**
	 * Extends a lease that is still held, for work that takes long.
	 *
	 * @throws Read_Failed
	 * @return bool        False when it was lost.
	 */
	public function renew( Lease $lease ): bool {
		global $wpdb;
		$lease->renewed( $this->clock );
		$is_held = $lease->key->condition() . $wpdb->prepare( ' AND lease = %s', $lease->id );
		$changed = Database::write_with_retry(
			"UPDATE {$wpdb->headless_deploy_lanes} SET " . Lease_Columns::extend( Lease::DURATION_MS, $this->clock ) . " WHERE $is_held",
		);
		// Within one millisecond nothing changes.
		return 1 === $changed || null !== Database::value( "SELECT lane FROM {$wpdb->headless_deploy_lanes} WHERE $is_held FOR UPDATE" );
	}

	public function release( Lease $lease ): void {
		global $wpdb;
		Database::write_with_retry(
			"UPDATE {$wpdb->headless_deploy_lanes} SET " . Lease_Columns::RELEASE . ' WHERE ' . $lease->key->condition()
			. $wpdb->prepare( ' AND lease = %s', $lease->id ),
		);
	}
}
