<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Replaces the object cache, as the drop-in of Redis Object Cache does: values are stored as text, so that each read returns
 * another object, groups that are not persistent are not kept, and transients never reach the database.
 */
final class Object_Cache implements Stand_In {
	public function load(): void {
		$GLOBALS['wp_object_cache'] = new Serializing_Cache();
		wp_using_ext_object_cache( true );
		add_action( 'wp', static fn() => set_transient( 'stand_in_page', wp_generate_uuid4() ), 10, 0 );
	}

	public function save( int $post_id ): array {
		wp_update_post( array( 'ID' => $post_id, 'post_title' => 'Cached' ) );
		return array( "updated $post_id kept=1" );
	}
}
