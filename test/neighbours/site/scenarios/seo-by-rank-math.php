<?php

declare( strict_types=1 );

/**
 * The ways in which Rank Math SEO saves: meta of a post, and scores.
 */
return array(
	'give a page another title for search engines' => static function (): array {
		update_post_meta( 1, 'rank_math_title', 'Found' );
		return array( 'updated post 1' );
	},
	'score a page' => static function (): array {
		update_post_meta( 1, 'rank_math_seo_score', '77' );
		return array();
	},
);
