<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins;

use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_In;

/**
 * Hides, trashes and publishes posts by cron, as PublishPress Future does.
 */
final class Expiry implements Stand_In {
	private const EVENT = 'stand_in_expire';

	public function load(): void {
		wp_schedule_event( time(), 'hourly', self::EVENT );
		add_action( self::EVENT, $this->expire( ... ), 10, 0 );
	}

	public function save( int $post_id ): array {
		add_post_meta( $post_id, '_expires', '2020-01-01' );
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->expire();
		remove_filter( 'wp_doing_cron', '__return_true' );
		return array( "unpublished $post_id path=%2Fhello%2F" );
	}

	private function expire(): void {
		foreach ( get_posts( array( 'meta_key' => '_expires', 'fields' => 'ids' ) ) as $id ) {
			wp_update_post( array( 'ID' => $id, 'post_status' => 'draft' ) );
			delete_post_meta( $id, '_expires' );
		}
	}
}
