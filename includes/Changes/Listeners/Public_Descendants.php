<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;
use WP_Post;

/**
 * Finds out whether a page that visitors cannot see has pages below it that they can: their addresses contain its slug. It
 * is asked only when the slug or the parent of such a page changes, or the page is deleted.
 */
final class Public_Descendants {
	private const MAX_LEVELS = 20;
	private const MAX_PAGES  = 1_000;

	/**
	 * Tells whether a post has public descendants, or too many to tell.
	 */
	public static function has( WP_Post $post ): bool {
		try {
			return is_post_type_hierarchical( $post->post_type ) && self::exist_below( array( $post->ID ), $post->post_type );
		} catch ( Read_Failed ) {
			return true;
		}
	}

	/**
	 * @param  list<int>   $ids
	 * @throws Read_Failed
	 */
	private static function exist_below( array $ids, string $type ): bool {
		global $wpdb;
		for ( $level = 0; array() !== $ids; $level++ ) {
			if ( $level >= self::MAX_LEVELS || count( $ids ) > self::MAX_PAGES ) {
				return true;
			}
			$list = implode( ', ', $ids );
			$rows = Database::rows( (string) $wpdb->prepare(
				"SELECT ID, post_status FROM {$wpdb->posts} WHERE post_parent IN ($list) AND post_type = %s LIMIT %d",
				$type,
				self::MAX_PAGES + 1,
			) );
			foreach ( $rows as $row ) {
				if ( is_post_status_viewable( (string) $row->post_status ) ) {
					return true;
				}
			}
			$ids = array_map( static fn( object $row ): int => (int) $row->ID, $rows );
		}
		return false;
	}
}
