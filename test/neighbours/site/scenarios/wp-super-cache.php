<?php

declare( strict_types=1 );

/**
 * The ways in which WP Super Cache works when content changes: it removes pages from its cache.
 */
return array(
	'purge all pages' => static function (): array {
		wp_cache_clear_cache();
		return array();
	},
	'purge one page' => static function (): array {
		wpsc_delete_post_cache( 1 );
		return array();
	},
);
