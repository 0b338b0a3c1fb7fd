<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Counts views in meta of the post, as WP-PostViews does, and in a table, as Post Views Counter does.
 */
final class View_Counter implements Stand_In {
	public function load(): void {
		global $wpdb;
		$wpdb->query( "CREATE TABLE {$wpdb->prefix}stand_in_views (post_id BIGINT NOT NULL, views BIGINT NOT NULL)" );
		add_action( 'wp', static fn( \WP_Query $query ) => array_map( self::count( ... ), array_column( $query->posts, 'ID' ) ) );
	}

	/**
	 * An administrator sets the counter.
	 */
	public function save( int $post_id ): array {
		update_post_meta( $post_id, 'views', '1000' );
		return array( "updated $post_id kept=1 meta=views" );
	}

	private static function count( int $post_id ): void {
		global $wpdb;
		$wpdb->insert( $wpdb->prefix . 'stand_in_views', array( 'post_id' => $post_id, 'views' => 1 ) );
		update_post_meta( $post_id, 'views', (int) get_post_meta( $post_id, 'views', true ) + 1 );
		update_post_meta( $post_id, '_last_viewed', wp_generate_uuid4() );
	}
}
