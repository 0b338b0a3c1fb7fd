<?php

declare( strict_types=1 );

/**
 * The ways in which The SEO Framework saves: meta of a post, and settings.
 */
return array(
	'give a page another title for search engines' => static function (): array {
		The_SEO_Framework\Data\Plugin\Post::update_single_meta_item( '_genesis_title', 'Found', 1 );
		return array( 'updated post 1' );
	},
	'change the separator of titles' => static function (): array {
		The_SEO_Framework\Data\Plugin::update_option( 'title_separator', 'pipe' );
		return array( 'changed option autodescription-site-settings' );
	},
);
