<?php

declare( strict_types=1 );

/**
 * The ways in which Yoast SEO saves: meta of a post, scores, and settings.
 */
return array(
	'give a page another title for search engines' => static function (): array {
		WPSEO_Meta::set_value( 'title', 'Found', 1 );
		return array( 'updated post 1' );
	},
	'score a page' => static function (): array {
		WPSEO_Meta::set_value( 'linkdex', '72', 1 );
		WPSEO_Meta::set_value( 'content_score', '90', 1 );
		return array();
	},
	'change the separator of titles' => static function (): array {
		WPSEO_Options::set( 'separator', 'sc-star' );
		return array( 'changed option wpseo_titles' );
	},
);
