<?php

declare( strict_types=1 );

/**
 * The ways in which WP Fastest Cache works when content changes: it removes pages from its cache.
 */
return array(
	'prepare' => static function (): void {
		update_option( 'WpFastestCache', '{"wpFastestCacheStatus":"on","wpFastestCacheNewPost":"on","wpFastestCacheNewPost_type":"all","wpFastestCacheUpdatePost":"on","wpFastestCacheUpdatePost_type":"post"}' );
	},
	'purge all pages' => static function (): array {
		do_action( 'wpfc_clear_all_cache' );
		return array();
	},
	'purge one page' => static function (): array {
		do_action( 'wpfc_clear_post_cache_by_id', false, 1 );
		return array();
	},
);
