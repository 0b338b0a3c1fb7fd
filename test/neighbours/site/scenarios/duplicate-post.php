<?php

declare( strict_types=1 );

/**
 * The ways in which Duplicate Post saves: a copy, and a copy that replaces its original.
 */
return array(
	'copy a post' => static function (): array {
		duplicate_post_create_duplicate( get_post( 1 ), 'draft' );
		return array();
	},
	'copy a post and publish the copy' => static function (): array {
		$id = duplicate_post_create_duplicate( get_post( 1 ), 'draft' );
		wp_publish_post( $id );
		return array( "published post $id" );
	},
	'copy a post for rewriting' => static function (): array {
		( new Yoast\WP\Duplicate_Post\Post_Duplicator() )->create_duplicate_for_rewrite_and_republish( get_post( 1 ) );
		return array();
	},
);
