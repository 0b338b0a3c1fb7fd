<?php

declare( strict_types=1 );

/**
 * The ways in which W3 Total Cache works when content changes: it removes pages from its cache.
 */
return array(
	'prepare' => static function (): void {
		$settings = \W3TC\Dispatcher::config();
		$settings->set( 'pgcache.enabled', true );
		$settings->set( 'dbcache.enabled', true );
		$settings->set( 'objectcache.enabled', true );
		$settings->save();
	},
	'purge all pages' => static function (): array {
		w3tc_flush_all();
		return array();
	},
	'purge one page' => static function (): array {
		w3tc_flush_post( 1 );
		return array();
	},
);
