<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Adds statuses, as PublishPress and WooCommerce do: one before publication, one that hides a published post, one that visitors
 * see.
 */
final class Editorial_Statuses implements Stand_In {
	public function load(): void {
		register_post_status( 'stand_in_pitch', array( 'protected' => true, 'label' => 'Pitch' ) );
		register_post_status( 'stand_in_archive', array( 'private' => true, 'label' => 'Archived' ) );
		register_post_status( 'stand_in_event', array( 'public' => true, 'label' => 'Takes place' ) );
	}

	public function save( int $post_id ): array {
		$idea = (int) wp_insert_post( array( 'post_title' => 'Idea', 'post_status' => 'stand_in_pitch' ) );
		wp_update_post( array( 'ID' => $idea, 'post_title' => 'Better idea' ) );
		wp_update_post( array( 'ID' => $idea, 'post_status' => 'publish' ) );
		wp_update_post( array( 'ID' => $idea, 'post_status' => 'stand_in_event' ) );
		wp_update_post( array( 'ID' => $post_id, 'post_status' => 'stand_in_archive' ) );
		wp_update_post( array( 'ID' => $post_id, 'post_title' => 'Not visible' ) );
		return array( "published $idea", "updated $idea", "unpublished $post_id path=%2Fhello%2F" );
	}
}
