<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

/**
 * Clears caches of a long-running command, so that it reads the changes of other processes and its memory does not
 * grow.
 */
final class Cache_Reset {
	/**
	 * Clears only the caches of this process, not a shared object cache.
	 */
	public static function reset(): void {
		global $wpdb, $wp_object_cache;
		$wpdb->queries = array();
		if ( wp_cache_supports( 'flush_runtime' ) ) {
			wp_cache_flush_runtime();
			return;
		}
		// Drop-ins without `wp_cache_flush_runtime()` usually keep their runtime cache in this property.
		if ( is_object( $wp_object_cache ) && isset( $wp_object_cache->cache ) ) {
			$wp_object_cache->cache = array();
		}
	}
}
