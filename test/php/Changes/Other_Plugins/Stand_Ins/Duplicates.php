<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Copies a post into a draft and later writes the draft over the post, as Duplicate Post ("Rewrite & Republish") and
 * PublishPress Revisions do. Meta connects the two.
 */
final class Duplicates implements Stand_In {
	public function load(): void {}

	public function save( int $post_id ): array {
		$original = get_post( $post_id, ARRAY_A );
		$copy     = wp_insert_post( wp_slash( array( 'ID' => 0, 'post_status' => 'draft', 'post_title' => 'New', 'post_name' => '' ) + (array) $original ) );
		add_post_meta( $copy, '_dp_original', $post_id );
		add_post_meta( $post_id, '_dp_has_rewrite_republish_copy', $copy );
		add_post_meta( $copy, 'color', 'red' );
		wp_set_object_terms( $copy, wp_get_object_terms( $post_id, 'category', array( 'fields' => 'ids' ) ), 'category' );
		wp_update_post( array( 'ID' => $post_id, 'post_title' => 'New' ) );
		update_post_meta( $post_id, 'color', 'red' );
		wp_delete_post( $copy, true );
		return array( "updated $post_id kept=1", "updated $post_id kept=1 meta=color" );
	}
}
