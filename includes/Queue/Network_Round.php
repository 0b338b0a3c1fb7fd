<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Remembers the site that a round of the network works on, in a row of the table of lanes. A round that PHP ended in the
 * middle leaves the row taken: the next one begins with the site after it and skips it once, so that one site cannot keep
 * all behind it from being dispatched.
 */
final class Network_Round {
	private const ROW = "blog_id = 0 AND environment_id = '' AND lane = 'round'";

	/**
	 * @param non-empty-list<int> $sites Sites that may have something to do. One alone is never skipped.
	 */
	public function __construct( private readonly array $sites ) {}

	/**
	 * Returns the sites in the order of this round.
	 *
	 * @return list<int>
	 */
	public function sites(): array {
		$sites = $this->sites;
		sort( $sites );
		if ( ! $this->has_others() ) {
			return $sites;
		}
		try {
			$row = Database::row( 'SELECT lease, lease_until FROM ' . Tables::lanes() . ' WHERE ' . self::ROW );
		} catch ( Read_Failed ) {
			// Only the order depends on it.
			return $sites;
		}
		$last    = (int) ( $row->lease_until ?? 0 );
		$after   = array_filter( $sites, static fn( int $site ): bool => $site > $last );
		$ordered = array_merge( $after, array_diff( $sites, $after ) );
		return null === ( $row->lease ?? null ) ? $ordered : array_values( array_diff( $ordered, array( $last ) ) );
	}

	/**
	 * Remembers which site is worked on.
	 */
	public function enter( int $site ): void {
		global $wpdb;
		if ( ! $this->has_others() ) {
			return;
		}
		$wpdb->query(
			$wpdb->prepare(
				'INSERT INTO ' . Tables::lanes() . " (blog_id, environment_id, lane, lease, lease_until) VALUES (0, '', 'round', 'site', %d) ON DUPLICATE KEY UPDATE lease = 'site', lease_until = %d",
				$site,
				$site,
			),
		);
	}

	/**
	 * Remembers that the round has come to its end, or to its deadline.
	 */
	public function leave(): void {
		global $wpdb;
		if ( $this->has_others() ) {
			$wpdb->query( 'UPDATE ' . Tables::lanes() . ' SET lease = NULL WHERE ' . self::ROW );
		}
	}

	/**
	 * Tells whether there is more than one site.
	 */
	private function has_others(): bool {
		return count( $this->sites ) > 1;
	}
}
