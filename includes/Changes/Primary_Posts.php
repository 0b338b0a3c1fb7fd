<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;
use WP_Post;

/**
 * Reads posts from the primary database. A replica that is behind has no new post, and the old address of one that moved;
 * an object cache may have kept its answer.
 */
final class Primary_Posts {
	/**
	 * Reads posts with one query, and replaces them in the object cache for what WordPress makes of them, for example their
	 * addresses.
	 *
	 * @param  non-empty-list<int> $ids
	 * @throws Read_Failed
	 * @return array<int, WP_Post> Those that exist, by id, in the order of the ids.
	 */
	public static function read( array $ids ): array {
		global $wpdb;
		$list  = implode( ', ', $ids );
		$found = array();
		foreach ( Database::rows( Database::from_primary( "SELECT * FROM {$wpdb->posts} WHERE ID IN ($list)" ) ) as $row ) {
			$found[ (int) $row->ID ] = sanitize_post( $row, 'raw' );
		}
		wp_cache_set_multiple( $found, 'posts' );
		wp_cache_delete_multiple( array_diff( $ids, array_keys( $found ) ), 'posts' );
		$posts = array();
		foreach ( array_intersect( $ids, array_keys( $found ) ) as $id ) {
			$posts[ $id ] = new WP_Post( $found[ $id ] );
		}
		return $posts;
	}
}
