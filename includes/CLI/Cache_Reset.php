<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

/**
 * Lets a command that runs for long see what others have written meanwhile, and keeps its memory flat.
 */
final class Cache_Reset {
	/**
	 * Forgets what this process has read; nothing is taken from a cache that others share.
	 */
	public static function reset(): void {
		global $wpdb, $wp_object_cache;
		$wpdb->queries = array();
		if ( wp_cache_supports( 'flush_runtime' ) ) {
			wp_cache_flush_runtime();
			return;
		}
		// Drop-ins that cannot do that by themselves keep what they have read in this property.
		if ( is_object( $wp_object_cache ) && isset( $wp_object_cache->cache ) ) {
			$wp_object_cache->cache = array();
		}
	}
}
