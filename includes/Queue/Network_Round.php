<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Stores the site that a round of the network works on, in a row of the table of lanes. If PHP ends a round in the middle,
 * the next round starts with the following site and skips this one once, so that one site cannot stop all others.
 */
final class Network_Round {
	private const ROW = "blog_id = 0 AND environment_id = '' AND lane = 'round'";

	/**
	 * @param non-empty-list<int> $sites A single site is never skipped.
	 */
	public function __construct( private readonly array $sites ) {}

	/**
	 * @return list<int>
	 */
	public function sites(): array {
		global $wpdb;
		$sites = $this->sites;
		sort( $sites );
		if ( ! $this->has_several() ) {
			return $sites;
		}
		try {
			$row = Database::row( "SELECT lease, lease_until FROM {$wpdb->headless_deploy_lanes} WHERE " . self::ROW );
		} catch ( Read_Failed ) {
			// Only the order depends on it.
			return $sites;
		}
		$last    = (int) ( $row->lease_until ?? 0 );
		$after   = array_filter( $sites, static fn( int $site ): bool => $site > $last );
		$ordered = array_merge( $after, array_diff( $sites, $after ) );
		return null === ( $row->lease ?? null ) ? $ordered : array_values( array_diff( $ordered, array( $last ) ) );
	}

	public function enter( int $site ): void {
		global $wpdb;
		if ( ! $this->has_several() ) {
			return;
		}
		Database::write(
			(string) $wpdb->prepare(
				"INSERT INTO {$wpdb->headless_deploy_lanes} (blog_id, environment_id, lane, lease, lease_until) VALUES (0, '', 'round', 'site', %d) ON DUPLICATE KEY UPDATE lease = 'site', lease_until = %d",
				$site,
				$site,
			),
		);
	}

	/**
	 * Call it when the round is complete or has reached its deadline.
	 */
	public function leave(): void {
		global $wpdb;
		if ( $this->has_several() ) {
			Database::write( "UPDATE {$wpdb->headless_deploy_lanes} SET lease = NULL WHERE " . self::ROW );
		}
	}

	private function has_several(): bool {
		return count( $this->sites ) > 1;
	}
}
