<?php

declare( strict_types=1 );

/**
 * The ways in which W3 Total Cache works when content changes: it removes pages from its cache.
 */
return array(
	'purge all pages' => static function (): array {
		w3tc_flush_all();
		return array();
	},
	'purge one page' => static function (): array {
		w3tc_flush_post( 1 );
		return array();
	},
);
