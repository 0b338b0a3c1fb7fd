<?php

declare( strict_types=1 );

/**
 * The ways in which SEOPress saves: meta of a post, and settings.
 */
return array(
	'give a page another title for search engines' => static function (): array {
		update_post_meta( 1, '_seopress_titles_title', 'Found' );
		return array( 'updated post 1' );
	},
	'change the separator of titles' => static function (): array {
		update_option( 'seopress_titles_option_name', array( 'seopress_titles_sep' => '|' ) + (array) get_option( 'seopress_titles_option_name' ) );
		return array( 'changed option seopress_titles_option_name' );
	},
);
