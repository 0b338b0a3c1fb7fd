<?php

declare( strict_types=1 );

/**
 * The ways in which LiteSpeed Cache works when content changes: it removes pages from its cache.
 */
return array(
	'purge all pages' => static function (): array {
		do_action( 'litespeed_purge_all' );
		return array();
	},
	'purge one page' => static function (): array {
		do_action( 'litespeed_purge_post', 1 );
		return array();
	},
);
