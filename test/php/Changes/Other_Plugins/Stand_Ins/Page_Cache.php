<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Purges pages and the object cache when content changes, as LiteSpeed Cache, W3 Total Cache and WP Super Cache do.
 */
final class Page_Cache implements Stand_In {
	public function load(): void {
		foreach ( array( 'save_post', 'clean_post_cache', 'edited_term', 'wp_update_nav_menu' ) as $hook ) {
			add_action( $hook, $this->purge( ... ), 10, 0 );
		}
		add_action( 'transition_post_status', $this->purge( ... ), PHP_INT_MIN, 0 );
		add_action( 'wp', static fn() => set_transient( 'stand_in_page', '<html></html>', 60 ), 10, 0 );
	}

	public function save( int $post_id ): array {
		wp_update_post( array( 'ID' => $post_id, 'post_title' => 'Purged' ) );
		return array( "updated $post_id kept=1" );
	}

	private function purge(): void {
		update_option( 'stand_in_purged', wp_generate_uuid4() );
		wp_cache_flush();
		// The rules of its exclusions.
		flush_rewrite_rules( false );
	}
}
